import { Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/error-state.tsx';
import { useCharacterKeys } from '../components/keyboard/use-character-keys.ts';
import { DraftNotice } from './draft/draft-notice.tsx';
import { KeysDialog } from './dialogs/keys-dialog.tsx';
import { RenameDialog } from './dialogs/rename-dialog.tsx';
import { FindPanel } from './find/find-panel.tsx';
import { useFind } from './find/use-find.ts';
import { FocusView } from './focus/focus-view.tsx';
import { EditorHeader } from './header/editor-header.tsx';
import { ReviewBar } from './header/review-bar.tsx';
import { CoverSheets } from './outline/cover-sheets.tsx';
import { Outline } from './outline/outline.tsx';
import { CELL_SIZES, DEFAULT_SIZE } from './overview/cell-sizes.ts';
import { gapDescription, gapName } from './overview/gap-label.ts';
import { Overview } from './overview/overview.tsx';
import { ConflictNotice } from './save/conflict-notice.tsx';
import { SaveButton, UnseenDialog, canSave, unseenOf } from './save/save-buttons.tsx';
import { useOthers } from './save/use-others.ts';
import { useSave } from './save/use-save.ts';
import { WaitingNotice } from './save/waiting-notice.tsx';
import type { EditedFile, EditorSource } from './source/editor-source.ts';
import { proposedSplits } from './split/proposal.ts';
import { runCommand } from './state/run-command.ts';
import { useEditor } from './state/use-editor.ts';
import type { Editor as EditorOf } from './state/use-editor.ts';
import { useKeys } from './state/use-keys.ts';
import { useStableFunction } from './state/use-stable-function.ts';
import { PacketText } from './text/packet-text.ts';
import classes from './editor.module.css';

/** Of files that are decided one after the other. */
export interface FileQueue {
  readonly openFile: (by: 1 | -1) => void;
  readonly onSaved: () => void;
}

/** Saves, once it has asked about places that nobody has looked at. */
export type Verify = (comment: string | null) => void;

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
  const text = useText(source);
  const find = useFind(text);
  const [size, setSize] = useState(DEFAULT_SIZE);
  const [zoom, setZoom] = useState(1);
  const [columns, setColumns] = useState(1);
  const [renaming, setRenaming] = useState<number | null>(null);
  /** How often the reader has asked for the search since it was closed; 0: it is closed. */
  const [finding, setFinding] = useState(0);
  const [helping, help] = useDisclosure(false);
  /** What is to be saved, until the reader has answered whether places stay unseen; null: nobody is asked. */
  const [asking, setAsking] = useState<{ readonly comment: string | null } | null>(null);
  const [characters] = useCharacterKeys();
  const { data: table = null } = useQuery({
    queryKey: ['review-table', file.workflowId],
    queryFn: ({ signal }) => source.reviewTable(file.workflowId, signal),
  });
  const { state, dispatch } = editor;
  const { cursor, served, view } = state;
  /** What is around the pages follows a moment later, so that a changed boundary is seen at once. */
  const settled = useDeferredValue(editor);

  const verify = useStableFunction((comment: string | null): void => {
    if (!canSave(file, editor) || save.isSaving) return;
    if (unseenOf(editor).length > 0) setAsking({ comment });
    else save.run(comment);
  });
  const trySave = useCallback(() => {
    verify(null);
  }, [verify]);
  const stopAsking = useCallback(() => {
    setAsking(null);
  }, []);
  const openPage = useCallback(
    (page: number) => {
      dispatch({ type: 'select', gap: Math.min(page, served.gaps.length - 1) });
      dispatch({ type: 'view', view: 'focus' });
    },
    [dispatch, served],
  );
  const toggle = useCallback(
    (gap: number) => {
      dispatch({ type: 'toggle', gap });
    },
    [dispatch],
  );
  const proposed = useMemo(() => proposedSplits(served, source.kind), [served, source.kind]);
  const takeProposal = (): void => {
    // The names are the reviewer's own.
    if (proposed !== null) dispatch({ type: 'replace', split: { splits: proposed, names: state.history.now.names } });
  };
  const waits = source.kind === 'training-document' && file.decided === null;
  const acceptProposal = useStableFunction((): void => {
    if (save.isSaving) return;
    // What is saved is what is shown.
    flushSync(takeProposal);
    save.run(null);
  });
  const run = runCommand({
    editor,
    columns,
    save: trySave,
    openFile: queue?.openFile,
    rename: setRenaming,
    takeProposal: proposed === null ? undefined : takeProposal,
    acceptProposal: proposed === null || !waits ? undefined : acceptProposal,
    find: () => {
      setFinding((times) => times + 1);
    },
    help: help.open,
    zoom: (by) => {
      if (view === 'overview')
        setSize((now) => Math.min(CELL_SIZES.length - 1, Math.max(0, by === 0 ? DEFAULT_SIZE : now + by)));
      else setZoom((now) => Math.min(4, Math.max(1, by === 0 ? 1 : now + by * 0.5)));
    },
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
  const closeRenaming = useCallback(() => {
    setRenaming(null);
  }, []);
  const saveAnyway = useStableFunction((): void => {
    stopAsking();
    save.run(asking?.comment ?? null);
  });
  const stage = useRef<HTMLDivElement>(null);
  const closeFind = useCallback(() => {
    setFinding(0);
    // The field of the search, which has the focus, goes.
    const decision = stage.current?.querySelector<HTMLElement>('[data-cursor]');
    const next = decision ?? stage.current?.querySelector<HTMLElement>('[role="region"]');
    next?.focus({ preventScroll: true });
  }, []);
  const selectDocument = useCallback(
    (from: number) => {
      dispatch({ type: 'select', gap: from - 1 });
    },
    [dispatch],
  );
  const buttons = useMemo(
    () => (
      <>
        {actions?.(settled, verify)}
        {proposed === null || !waits ? null : (
          <Button variant="default" size="sm" disabled={save.isSaving} onClick={acceptProposal}>
            {t('proposal.accept')}
          </Button>
        )}
        <SaveButton source={source} file={file} editor={settled} save={save} onSave={trySave} />
      </>
    ),
    [actions, settled, save, source, file, verify, trySave, proposed, waits, acceptProposal, t],
  );
  const hits = useMemo(() => new Set((find.hits ?? []).map(({ page }) => page)), [find.hits]);

  return (
    <>
      <CoverSheets editor={editor} fileName={file.fileName} />
      <div className={classes['editor']}>
        <EditorHeader source={source} file={file} editor={settled} proposed={proposed} onCommand={command} back={back}>
          {buttons}
        </EditorHeader>
        <ReviewBar editor={settled} table={table} onThreshold={onThreshold} />
        <ConflictNotice file={file} editor={editor} />
        <DraftNotice editor={editor} />
        {file.note === null ? null : (
          <Alert radius={0} py={6} color="blue">
            {file.note}
          </Alert>
        )}
        <WaitingNotice source={source} save={save} />
        {save.error === null ? null : <ErrorState error={save.error} onRetry={trySave} />}
        <div className={classes['main']}>
          <Outline editor={settled} onSelect={selectDocument} />
          <div ref={stage} className={classes['stage']}>
            {view === 'focus' && cursor !== null ? (
              <FocusView
                source={source}
                file={file}
                editor={editor}
                gap={cursor}
                text={text}
                query={finding > 0 ? find.query : ''}
                zoom={zoom}
                onRename={setRenaming}
              />
            ) : (
              <Overview
                source={source}
                editor={editor}
                size={size}
                hits={finding > 0 ? hits : undefined}
                onColumns={setColumns}
                onToggle={toggle}
                onOpen={openPage}
                onRename={setRenaming}
              />
            )}
          </div>
          {finding > 0 ? (
            <FindPanel
              find={find}
              pages={served.pages}
              current={view === 'focus' ? cursor : null}
              asked={finding}
              onOpen={openPage}
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
          opened={asking !== null}
          onClose={stopAsking}
          onSave={saveAnyway}
        />
        <p className={classes['hidden']}>{t('keys.hint')}</p>
      </div>
    </>
  );
};

const useText = ({ ocr }: EditorSource): PacketText | null => {
  const text = useMemo(() => (ocr === null ? null : new PacketText(ocr)), [ocr]);
  useEffect(
    () => () => {
      text?.end();
    },
    [text],
  );
  return text;
};

/** Tells screen readers where the cursor is and what the decision is. */
const Announcement = ({ editor }: { readonly editor: EditorOf }) => {
  const { t } = useTranslation('editor');
  const { state, places } = editor;
  const { cursor, served, history, looked } = state;
  const decision = cursor === null ? undefined : served.gaps[cursor];
  if (cursor === null || decision === undefined) return null;
  const split = history.now.splits[cursor] === true;
  const at = places.indexOf(cursor);
  const parts = [
    gapName(t, served.pages, cursor),
    t(split ? 'gap.split' : 'gap.together'),
    gapDescription(t, {
      pages: served.pages,
      gap: cursor,
      served: decision,
      changed: split !== decision.split,
      doubtful: false,
      looked: looked.has(cursor),
    }),
    ...(at === -1 ? [] : [t('review.place', { number: at + 1, count: places.length })]),
  ];
  return (
    <div className={classes['hidden']} aria-live="polite">
      {parts.join(', ')}
    </div>
  );
};
