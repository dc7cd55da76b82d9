import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/error-state.tsx';
import { useCharacterKeys } from '../components/keyboard/use-character-keys.ts';
import { Announcement } from './announcement.tsx';
import { DraftNotice } from './draft/draft-notice.tsx';
import { KeysDialog } from './dialogs/keys-dialog.tsx';
import { RenameDialog } from './dialogs/rename-dialog.tsx';
import { FindPanel } from './find/find-panel.tsx';
import { useFindPanel } from './find/use-find-panel.ts';
import { FocusView } from './focus/focus-view.tsx';
import { EditorHeader } from './header/editor-header.tsx';
import { ReviewBar } from './header/review-bar.tsx';
import { CoverSheets } from './outline/cover-sheets.tsx';
import { Outline } from './outline/outline.tsx';
import { Overview } from './overview/overview.tsx';
import { useZoom } from './overview/use-zoom.ts';
import { ConflictNotice } from './save/conflict-notice.tsx';
import { SaveButton, UnseenDialog } from './save/save-buttons.tsx';
import { useOthers } from './save/use-others.ts';
import { useSave } from './save/use-save.ts';
import type { Save } from './save/use-save.ts';
import { useVerification } from './save/use-verification.ts';
import type { Verification, Verify } from './save/use-verification.ts';
import { WaitingNotice } from './save/waiting-notice.tsx';
import type { EditedFile, EditorSource } from './source/editor-source.ts';
import { useProposal } from './split/use-proposal.ts';
import { runCommand } from './state/run-command.ts';
import { useEditor } from './state/use-editor.ts';
import type { Editor as EditorOf } from './state/use-editor.ts';
import { useKeys } from './state/use-keys.ts';
import { useStableFunction } from './state/use-stable-function.ts';
import { UnreadNotice } from './unread/unread-notice.tsx';
import { usePacketText } from './text/use-packet-text.ts';
import classes from './editor.module.css';

/** Of files that are decided one after the other. */
export interface FileQueue {
  readonly openFile: (by: 1 | -1) => void;
  readonly onSaved: () => void;
}

interface EditorProps {
  readonly source: EditorSource;
  readonly file: EditedFile;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
  readonly back: ReactNode;
  readonly queue?: FileQueue | undefined;
  /** The gap that is shown first; absent: all pages are. */
  readonly startGap?: number | undefined;
  /** Beside the button that saves. */
  readonly actions?: (editor: EditorOf, verify: Verify) => ReactNode;
}

/** The splitting editor for one version of a file. */
export const Editor = (props: EditorProps) => {
  const { source, file, threshold, onThreshold, back, queue, startGap, actions } = props;
  const { t } = useTranslation('editor');
  const editor = useEditor(source, file, threshold);
  const save = useSave(source, file, editor, queue?.onSaved);
  useOthers(source, file, editor, save.isSaving);
  const verification = useVerification(file, editor, save);
  const proposal = useProposal(source, file, editor, save);
  const stage = useRef<HTMLDivElement>(null);
  const text = usePacketText(source);
  const { find, asked, hits, open: openFind, close: closeFind } = useFindPanel(text, stage);
  const { state, dispatch } = editor;
  const { cursor, served, view } = state;
  const zoom = useZoom(view);
  const [columns, setColumns] = useState(1);
  const [renaming, setRenaming] = useState<number | null>(null);
  const [helping, help] = useDisclosure(false);
  const [characters] = useCharacterKeys();
  const { data: table = null } = useQuery({
    queryKey: ['review-table', file.workflowId],
    queryFn: ({ signal }) => source.reviewTable(file.workflowId, signal),
  });
  /** What is around the pages follows a moment later, so that a changed boundary is seen at once. */
  const settled = useDeferredValue(editor);
  const { onOpen, onToggle, onSelect } = useChoices(editor);
  const closeRenaming = useCallback(() => {
    setRenaming(null);
  }, []);
  const run = runCommand({
    editor,
    columns,
    save: verification.trySave,
    openFile: queue?.openFile,
    rename: setRenaming,
    takeProposal: proposal.take,
    acceptProposal: proposal.accept,
    find: openFind,
    help: help.open,
    zoom: zoom.change,
  });
  const command = useStableFunction(run);
  useKeys(characters, command);
  useEffect(() => {
    if (startGap === undefined) return;
    dispatch({ type: 'select', gap: startGap });
    dispatch({ type: 'view', view: 'focus' });
  }, [dispatch, startGap]);
  useEffect(() => {
    dispatch({ type: 'threshold', threshold });
  }, [dispatch, threshold]);
  const { verify, trySave } = verification;
  const { splits: proposed, accept } = proposal;
  const buttons = useMemo(
    () => (
      <>
        {actions?.(settled, verify)}
        {accept === undefined ? null : (
          <Button variant="default" size="sm" disabled={save.isSaving} onClick={accept}>
            {t('proposal.accept')}
          </Button>
        )}
        <SaveButton source={source} file={file} editor={settled} save={save} onSave={trySave} />
      </>
    ),
    [actions, settled, save, source, file, verify, trySave, accept, t],
  );
  return (
    <>
      <CoverSheets editor={editor} fileName={file.fileName} />
      <div className={classes['editor']}>
        <EditorHeader source={source} file={file} editor={settled} proposed={proposed} onCommand={command} back={back}>
          {buttons}
        </EditorHeader>
        <ReviewBar editor={settled} table={table} onThreshold={onThreshold} />
        <Notices source={source} file={file} editor={editor} save={save} trySave={trySave} onOpen={onOpen} />
        <div className={classes['main']}>
          <Outline editor={settled} onSelect={onSelect} />
          <div ref={stage} className={classes['stage']}>
            {view === 'focus' ? (
              <FocusView
                source={source}
                file={file}
                editor={editor}
                gap={cursor}
                text={text}
                query={asked > 0 ? find.query : ''}
                zoom={zoom.factor}
                onRename={setRenaming}
              />
            ) : (
              <Overview
                source={source}
                editor={editor}
                size={zoom.size}
                hits={hits}
                unread={file.unread}
                onColumns={setColumns}
                onToggle={onToggle}
                onOpen={onOpen}
                onRename={setRenaming}
              />
            )}
          </div>
          {asked > 0 ? (
            <FindPanel
              find={find}
              pages={served.pages}
              shown={cursor ?? 0}
              isLarge={view === 'focus'}
              asked={asked}
              onOpen={onOpen}
              onClose={closeFind}
            />
          ) : null}
        </div>
        <Announcement editor={settled} />
        <RenameDialog editor={settled} start={renaming} onClose={closeRenaming} />
        <KeysDialog opened={helping} onClose={help.close} hasFiles={queue !== undefined} />
        <UnseenDialog
          source={source}
          editor={settled}
          opened={verification.isAsking}
          onClose={verification.stopAsking}
          onSave={verification.saveAnyway}
        />
        <p className={classes['hidden']}>{t('keys.hint')}</p>
      </div>
    </>
  );
};

/** What the mouse does to pages, decisions and documents. The functions keep their references. */
const useChoices = ({ state: { served }, dispatch }: EditorOf) => {
  const onOpen = useCallback(
    (page: number) => {
      dispatch({ type: 'select', gap: Math.min(page, served.gaps.length - 1) });
      dispatch({ type: 'view', view: 'focus' });
    },
    [dispatch, served],
  );
  const onToggle = useCallback(
    (gap: number) => {
      dispatch({ type: 'toggle', gap });
    },
    [dispatch],
  );
  const onSelect = useCallback(
    (from: number) => {
      dispatch({ type: 'select', gap: from - 1 });
    },
    [dispatch],
  );
  return { onOpen, onToggle, onSelect };
};

interface NoticesProps extends Pick<Verification, 'trySave'> {
  readonly source: EditorSource;
  readonly file: EditedFile;
  readonly editor: EditorOf;
  readonly save: Save;
  readonly onOpen: (page: number) => void;
}

/**
 * What the reviewer must know before the next decision: pages that were not read, others' decisions, the draft, the note, what
 * went wrong.
 */
const Notices = ({ source, file, editor, save, trySave, onOpen }: NoticesProps) => (
  <>
    <UnreadNotice file={file} onOpen={onOpen} />
    <ConflictNotice file={file} editor={editor} />
    <DraftNotice editor={editor} />
    {file.note === null ? null : (
      <Alert radius={0} py={6} color="blue">
        {file.note}
      </Alert>
    )}
    <WaitingNotice source={source} save={save} />
    {save.error === null ? null : <ErrorState error={save.error} onRetry={trySave} />}
  </>
);
