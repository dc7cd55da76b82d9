import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { archivePath } from '../../api/results/archive-path.ts';
import { splitPdfPath } from '../../api/results/split-pdf-path.ts';
import { ActionsMenu } from '../../components/actions-menu.tsx';
import { downloadFile } from '../../components/download-file.ts';
import { showError } from '../../components/toasts.ts';
import { hasShareToken } from '../../session/credentials.ts';
import { useRole } from '../../session/use-role.ts';
import { canSave } from '../save/save-buttons.tsx';
import type { Verify } from '../save/use-verification.ts';
import type { EditedFile } from '../source/editor-source.ts';
import { documentAt, documentsOf, splitOf } from '../split/split.ts';
import { subDocumentsOf } from '../split/sub-documents.ts';
import { currentPage } from '../state/editor-state.ts';
import type { Editor } from '../state/use-editor.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { ErrorReportDialog } from './error-report-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { TrainingDialog } from './training-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface ResultActionsProps {
  readonly processingId: string;
  readonly file: EditedFile;
  readonly editor: Editor;
  readonly onVerify: Verify;
}

/** What else can be done with a result; a share link may download and print. */
export const ResultActions = ({ processingId, file, editor, onVerify }: ResultActionsProps) => {
  const { t } = useTranslation('editor');
  const isMember = useRole('member');
  const isOwner = useRole('owner');
  const shared = hasShareToken();
  const [sharing, share] = useDisclosure(false);
  const [training, train] = useDisclosure(false);
  const [commenting, comment] = useDisclosure(false);
  const [reporting, report] = useDisclosure(false);
  const [withdrawing, withdraw] = useDisclosure(false);
  const path = `/processing/results/${processingId}`;
  const download = (name: string): void => {
    downloadFile(`${path}/${name}`).catch(showError);
  };
  // The service has the PDFs of the split that was verified last, not of the draft.
  const served = documentsOf(splitOf(file.served), file.served.pages.length);
  const current = documentAt(served, currentPage(editor.state));
  return (
    <>
      <ActionsMenu label={t('actions.label')} variant="default" size="lg">
        <Menu.Item disabled={!canSave(file, editor)} onClick={comment.open}>
          {t('actions.comment')}
        </Menu.Item>
        <Menu.Divider />
        {editor.changed ? <Menu.Label>{t('actions.afterVerifying')}</Menu.Label> : null}
        <Menu.Item
          disabled={editor.changed}
          onClick={() => {
            download(splitPdfPath(subDocumentsOf(file.served.pages, splitOf(file.served)), current?.index ?? 0));
          }}
        >
          {t('actions.one', { name: current?.name ?? t('document.unnamed', { number: (current?.index ?? 0) + 1 }) })}
        </Menu.Item>
        <Menu.Item
          disabled={editor.changed}
          onClick={() => {
            download(archivePath(subDocumentsOf(file.served.pages, splitOf(file.served))));
          }}
        >
          {t('actions.all')}
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            window.print();
          }}
        >
          {t('actions.print')}
        </Menu.Item>
        {isMember && !shared ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={train.open}>{t('actions.train')}</Menu.Item>
            <Menu.Item onClick={share.open}>{t('actions.share')}</Menu.Item>
            <Menu.Item onClick={report.open}>{t('actions.errorReport')}</Menu.Item>
          </>
        ) : null}
        {isOwner && !shared && file.decided !== null ? (
          <Menu.Item onClick={withdraw.open}>{t('actions.withdraw')}</Menu.Item>
        ) : null}
      </ActionsMenu>
      <ShareDialog
        processingId={processingId}
        threshold={editor.state.threshold}
        opened={sharing}
        onClose={share.close}
      />
      <WithdrawDialog processingId={processingId} file={file} opened={withdrawing} onClose={withdraw.close} />
      <CommentDialog
        processingId={processingId}
        saved={file.decided?.comment ?? null}
        opened={commenting}
        onClose={comment.close}
        onSave={onVerify}
      />
      <ErrorReportDialog processingId={processingId} opened={reporting} onClose={report.close} />
      <TrainingDialog processingId={processingId} file={file} editor={editor} opened={training} onClose={train.close} />
    </>
  );
};
