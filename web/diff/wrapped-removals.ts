// Gives the room beside the further rows of a wrapped removed line an element, which can be colored. In a single column,
// Monaco only leaves that room empty (0.57).
import type { monaco } from '../monaco/monaco-setup.ts';

export function markWrappedRemovals(editor: monaco.editor.IStandaloneDiffEditor): void {
  const original = editor.getOriginalEditor();
  const change = original.changeViewZones.bind(original);
  const isRemoved = (line: number): boolean =>
    (editor.getLineChanges() ?? []).some(
      ({ originalStartLineNumber, originalEndLineNumber }) =>
        originalStartLineNumber <= line && line <= originalEndLineNumber,
    );
  original.changeViewZones = (act) =>
    change((zones) =>
      act({
        ...zones,
        addZone: (zone) => {
          if (zone.marginDomNode || !isRemoved(zone.afterLineNumber)) return zones.addZone(zone);
          const marginDomNode = document.createElement('div');
          marginDomNode.className = 'wrapped-removal';
          return zones.addZone({ ...zone, marginDomNode });
        },
      }),
    );
}
