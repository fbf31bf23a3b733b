// The small faults that can be planted in a source file, found in its syntax tree.
import ts from 'typescript';

export interface Mutant {
  /** Relative to the root of the project. */
  file: string;
  line: number;
  start: number;
  end: number;
  text: string;
}

const OTHER_OPERATOR: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.PlusEqualsToken]: '-=',
  [ts.SyntaxKind.MinusEqualsToken]: '+=',
};

const OTHER_METHOD: Record<string, string> = {
  every: 'some',
  some: 'every',
  find: 'findLast',
  findLast: 'find',
};

export function findMutants(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  function add(node: ts.Node, text: string): void {
    const start = node.getStart(tree);
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ file, line, start, end: node.getEnd(), text });
  }

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OTHER_OPERATOR[node.operatorToken.kind];
      // A sentence that is put together has no wrong sign.
      if (other && !isText(node.left) && !isText(node.right)) add(node.operatorToken, other);
      if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
        add(node, node.right.getText(tree));
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node))
      for (const value of ['true', 'false'])
        add(ts.isIfStatement(node) ? node.expression : node.condition, value);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(tree));
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
    // A statement that does something is left out; what it declares or returns stays.
    if (ts.isExpressionStatement(node)) add(node, ';');
    if (ts.isPropertyAccessExpression(node)) {
      const other = OTHER_METHOD[node.name.text];
      if (other && ts.isCallExpression(node.parent)) add(node.name, other);
    }
    ts.forEachChild(node, visit);
  }

  visit(tree);
  return mutants;
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

export function plant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}
