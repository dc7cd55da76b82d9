/** What the model decided, whatever people have decided since. */
import type { EditorSource } from '../source/editor-source.ts';
import type { ServedGap, ServedSplit } from './split.ts';

/** In a result, a decision is a reviewer's where it is another one than the model's, or the sender's. */
const decisionOf = ({ split, decidedBy, proposed }: ServedGap, kind: EditorSource['kind']): boolean =>
  kind === 'result' ? split !== (decidedBy === 'reviewer') : (proposed ?? split);

/**
 * The decisions on all gaps as the model made them, and as the sender of a file fixed them.
 * @returns null where no decision of the model is known
 */
export const proposedSplits = ({ gaps }: ServedSplit, kind: EditorSource['kind']): readonly boolean[] | null => {
  const isKnown = gaps.some(({ confidence, proposed }) => (kind === 'result' ? confidence : proposed) !== null);
  return isKnown ? gaps.map((gap) => decisionOf(gap, kind)) : null;
};
