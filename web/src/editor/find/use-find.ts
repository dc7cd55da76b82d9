import { useEffect, useState } from 'react';
import type { PageHit } from '../text/find-text.ts';
import type { PacketText } from '../text/packet-text.ts';

export interface Find {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** Null while they are looked for. */
  readonly hits: readonly PageHit[] | null;
  readonly error: unknown;
}

const AFTER_MS = 120;
const NO_HITS: readonly PageHit[] = [];

interface Answer {
  readonly query: string;
  readonly hits: readonly PageHit[];
  readonly error: unknown;
}

/** Searches the text of all pages while the reader types. */
export const useFind = (text: PacketText | null): Find => {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<Answer>({ query: '', hits: NO_HITS, error: null });
  useEffect(() => {
    if (text === null || query.trim() === '') return undefined;
    let left = false;
    const take = (next: Answer): void => {
      if (!left) setAnswer(next);
    };
    const timer = setTimeout(() => {
      text.find(query).then(
        (hits) => {
          take({ query, hits, error: null });
        },
        (error: unknown) => {
          take({ query, hits: NO_HITS, error });
        },
      );
    }, AFTER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text, query]);
  if (query.trim() === '') return { query, setQuery, hits: NO_HITS, error: null };
  return answer.query === query
    ? { query, setQuery, hits: answer.hits, error: answer.error }
    : { query, setQuery, hits: null, error: null };
};
