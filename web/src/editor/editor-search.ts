/** The query of the editor's address. */
import { thresholdOf } from './header/thresholds.ts';

export interface EditorSearch {
  /** Confidence at or below which a decision is marked, 0 to 1. */
  readonly threshold?: number;
}

export const editorSearch = ({ threshold }: Readonly<Record<string, unknown>>): EditorSearch =>
  threshold === undefined ? {} : { threshold: thresholdOf(threshold) };
