import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { ResultActions } from './actions/result-actions.tsx';
import { editorSearch } from './editor-search.ts';
import { DEFAULT_THRESHOLD } from './header/thresholds.ts';
import { LoadedEditor } from './loaded-editor.tsx';
import { resultSource } from './source/result-source.ts';

/** A result, to be verified: with an account, or with a share link. */
export const EditorPage: FC = () => {
  const { t } = useTranslation('editor');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has it.
  const processingId = String(params['processingId']);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { threshold } = editorSearch(search);
  const navigate = useNavigate();
  const source = useMemo(() => resultSource(processingId), [processingId]);
  usePageTitle(t('title.result'));
  return (
    <LoadedEditor
      source={source}
      threshold={threshold ?? DEFAULT_THRESHOLD}
      onThreshold={(next) => {
        void navigate({
          to: PATHS.editor,
          params: { processingId },
          search: { threshold: next },
          hash: true,
          replace: true,
        });
      }}
      back={null}
      actions={(file, editor) => <ResultActions processingId={processingId} file={file} editor={editor} />}
    />
  );
};
