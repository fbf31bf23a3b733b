// Reads the types that TypeScript files declare.
import ts from 'typescript';

export interface Declarations {
  checker: ts.TypeChecker;
  /** Throws if the file exports no type of this name. */
  declared: (file: string, name: string) => ts.Type;
  /** The values of this member in all parts of a union of objects. */
  literals: (type: ts.Type, member: string) => string[];
  /** The type of a member of an object. Throws if it has none. */
  member: (type: ts.Type, name: string) => ts.Type;
}

export function openDeclarations(files: readonly string[]): Declarations {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    // Otherwise optional members and null are not parts of a type.
    strict: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  return {
    checker,
    declared: (file, name) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      const found = module && checker.getExportsOfModule(module).find((one) => one.name === name);
      if (!found) throw new Error(`${file} declares no ${name}.`);
      return checker.getDeclaredTypeOfSymbol(found);
    },
    literals: (type, name) =>
      partsOf(type).flatMap((part) => {
        const symbol = part.getProperty(name);
        return symbol ? literalsIn(checker.getTypeOfSymbol(symbol)) : [];
      }),
    member: (type, name) => {
      const symbol = type.getProperty(name);
      if (!symbol) throw new Error(`${checker.typeToString(type)} has no ${name}.`);
      return checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    },
  };
}

export function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** The texts that a type allows, if it allows only some. */
export function literalsIn(type: ts.Type): string[] {
  return partsOf(type).flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
}
