/**
 * Archives that are being made. The work goes on when its page is left, and is found again on it; the browser saves the
 * file when it is whole. What is cancelled leaves nothing behind.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { saveBlob } from '../download-file.ts';

/** How many files of how many are in the archive; `count` is 0 until that is known. */
export interface ArchiveProgress {
  readonly done: number;
  readonly count: number;
}

export interface ArchiveToMake {
  readonly fileName: string;
  /** @throws anything once the signal is aborted */
  readonly make: (signal: AbortSignal, onProgress: (progress: ArchiveProgress) => void) => Promise<Blob>;
}

type State = { readonly progress: ArchiveProgress } | { readonly error: unknown };

const states = new Map<string, State>();
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();

const setState = (name: string, state: State | undefined): void => {
  if (state === undefined) states.delete(name);
  else states.set(name, state);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const run = async (name: string, { fileName, make }: ArchiveToMake): Promise<void> => {
  if (running.has(name)) return;
  const controller = new AbortController();
  const { signal } = controller;
  running.set(name, controller);
  setState(name, { progress: { done: 0, count: 0 } });
  let end: State | undefined;
  try {
    const archive = await make(signal, (progress) => {
      if (!signal.aborted) setState(name, { progress });
    });
    if (!signal.aborted) saveBlob(archive, fileName);
  } catch (error) {
    end = { error };
  }
  // After it was cancelled, another one may run.
  if (signal.aborted) return;
  running.delete(name);
  setState(name, end);
};

const cancelWork = (name: string): void => {
  running.get(name)?.abort();
  running.delete(name);
  setState(name, undefined);
};

export interface ArchiveWork {
  /** Undefined where none is being made. */
  readonly progress: ArchiveProgress | undefined;
  /** Why the last one was not made; null: it was, or there was none. */
  readonly error: unknown;
  readonly start: (archive: ArchiveToMake) => void;
  readonly cancel: () => void;
}

/** @param name  of the work: one archive of a name is made at a time */
export const useArchiveWork = (name: string): ArchiveWork => {
  const state = useSyncExternalStore(subscribe, () => states.get(name));
  const start = useCallback(
    (archive: ArchiveToMake): void => {
      void run(name, archive);
    },
    [name],
  );
  const cancel = useCallback((): void => {
    cancelWork(name);
  }, [name]);
  return {
    progress: state !== undefined && 'progress' in state ? state.progress : undefined,
    error: state !== undefined && 'error' in state ? state.error : null,
    start,
    cancel,
  };
};
