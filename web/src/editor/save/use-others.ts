import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasStatus, ShareLinkRefusedError } from '../../api/client/problem.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';

/** Milliseconds between two questions whether somebody else has decided; also when the window is looked at again. */
const ASK_MS = 20_000;

/**
 * Notices that somebody else has decided: the draft is kept, and the file is fetched again. A file that was deleted, or
 * that the reader may not see any more, is not shown any more.
 */
export const useOthers = (source: EditorSource, file: EditedFile, editor: Editor, isSaving: boolean): void => {
  const queries = useQueryClient();
  const { data: version, error } = useQuery({
    queryKey: ['editor-version', source.kind, source.id],
    queryFn: ({ signal }) => source.currentVersion(signal),
    initialData: file.version,
    // The file may have been fetched on an earlier visit.
    initialDataUpdatedAt: 0,
    refetchInterval: ASK_MS,
    refetchOnWindowFocus: 'always',
    enabled: !isSaving,
    gcTime: 0,
  });
  const { saveNow } = editor;
  const changed = version !== file.version && !isSaving;
  useEffect(() => {
    if (!changed) return;
    saveNow();
    void queries.invalidateQueries({ queryKey: ['editor', source.kind, source.id] });
    // Once for a version: what it reads is not the reason to fetch again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [changed, version]);
  const isGone = hasStatus(error, 403) || hasStatus(error, 404) || error instanceof ShareLinkRefusedError;
  useEffect(() => {
    if (isGone) void queries.resetQueries({ queryKey: ['editor', source.kind, source.id] });
  }, [isGone, queries, source.kind, source.id]);
};
