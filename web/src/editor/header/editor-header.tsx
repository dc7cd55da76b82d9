import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp';
import IconArrowForwardUp from '@tabler/icons-react/icons/IconArrowForwardUp';
import IconHelp from '@tabler/icons-react/icons/IconHelp';
import IconLayoutGrid from '@tabler/icons-react/icons/IconLayoutGrid';
import IconColumns2 from '@tabler/icons-react/icons/IconColumns2';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconWand from '@tabler/icons-react/icons/IconWand';
import IconZoomIn from '@tabler/icons-react/icons/IconZoomIn';
import IconZoomOut from '@tabler/icons-react/icons/IconZoomOut';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GENERIC_WORKFLOW_ID } from '../../api/workflows.ts';
import { useFormat } from '../../components/format/use-format.ts';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Command } from '../state/keys.ts';
import type { Editor } from '../state/use-editor.ts';
import classes from '../editor.module.css';

interface EditorHeaderProps {
  readonly source: EditorSource;
  readonly file: EditedFile;
  readonly editor: Editor;
  /** The model's decisions; null: they are not known. */
  readonly proposed: readonly boolean[] | null;
  readonly onCommand: (command: Command) => void;
  /** The way back to the list from which the file was opened. */
  readonly back: ReactNode;
  readonly children: ReactNode;
}

export const EditorHeader = memo(function EditorHeader({
  source,
  file,
  editor,
  proposed,
  onCommand,
  back,
  children,
}: EditorHeaderProps) {
  const { t } = useTranslation('editor');
  const { history, view } = editor.state;
  const workflowName = file.workflowId === GENERIC_WORKFLOW_ID ? t('app:generic') : file.workflowName;
  return (
    <div className={classes['header']}>
      {back}
      <div className={classes['title']}>
        <h1>{file.fileName ?? t(`title.${source.kind}`)}</h1>
        {/* In two lines where the state leaves no room: whether the changes are kept must be seen. */}
        <Group gap="0 8px">
          <StateOf kind={source.kind} file={file} />
          <Text size="xs" c="dimmed" truncate={!editor.changed || editor.kept === 'kept'}>
            {editor.changed ? t(`draft.${source.kind}.${editor.kept}`) : (workflowName ?? '')}
          </Text>
        </Group>
      </div>
      <Group gap={4} wrap="nowrap">
        <HeaderIcon
          label={t('undo')}
          command="undo"
          onCommand={onCommand}
          Icon={IconArrowBackUp}
          disabled={history.done.length === 0}
        />
        <HeaderIcon
          label={t('redo')}
          command="redo"
          onCommand={onCommand}
          Icon={IconArrowForwardUp}
          disabled={history.undone.length === 0}
        />
        {proposed === null ? null : (
          <HeaderIcon
            label={t('proposal.take')}
            command="take-proposal"
            onCommand={onCommand}
            Icon={IconWand}
            disabled={proposed.every((split, gap) => split === history.now.splits[gap])}
          />
        )}
        <HeaderIcon label={t('zoom.out')} command="zoom-out" onCommand={onCommand} Icon={IconZoomOut} wideOnly />
        <HeaderIcon label={t('zoom.in')} command="zoom-in" onCommand={onCommand} Icon={IconZoomIn} wideOnly />
        {view === 'focus' ? (
          <HeaderIcon label={t('view.overview')} command="close" onCommand={onCommand} Icon={IconLayoutGrid} />
        ) : (
          <HeaderIcon
            label={t(editor.state.cursor === null ? 'view.single' : 'view.focus')}
            command="open"
            onCommand={onCommand}
            Icon={IconColumns2}
          />
        )}
        {source.ocr === null ? null : (
          <HeaderIcon label={t('find.label')} command="find" onCommand={onCommand} Icon={IconSearch} />
        )}
        <HeaderIcon label={t('keys.title')} command="help" onCommand={onCommand} Icon={IconHelp} wideOnly />
      </Group>
      <Group gap="6px 12px" ms="auto" justify="flex-end">
        {children}
      </Group>
    </div>
  );
});

interface HeaderIconProps {
  readonly label: string;
  readonly command: Command;
  readonly onCommand: (command: Command) => void;
  readonly disabled?: boolean;
  /** Left out on a phone, which has pinching instead of zooming and no keys. */
  readonly wideOnly?: boolean;
  readonly Icon: typeof IconHelp;
}

const HeaderIcon = memo(function HeaderIcon(props: HeaderIconProps) {
  const { label, command, onCommand, disabled = false, wideOnly = false, Icon } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        disabled={disabled}
        {...(wideOnly ? { visibleFrom: 'xs' } : {})}
        onClick={() => {
          onCommand(command);
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
});

interface StateOfProps {
  readonly kind: EditorSource['kind'];
  readonly file: EditedFile;
}

const StateOf = ({ kind, file: { decided, served } }: StateOfProps) => {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const isProposal = kind === 'training-document' && served.gaps.some(({ decidedBy }) => decidedBy === 'model');
  if (decided === null)
    return (
      <Badge size="sm" variant="light" color="gray" tt="none" style={{ flex: 'none' }}>
        {t(isProposal ? 'state.training-document.proposed' : `state.${kind}.open`)}
      </Badge>
    );
  const at = format.dateTime(decided.at);
  return (
    <Badge
      size="sm"
      variant="light"
      color="teal"
      tt="none"
      style={{ flex: 'none' }}
      title={decided.comment ?? undefined}
    >
      {t(`state.${kind}.${decided.corrected ? 'corrected' : 'verified'}`, { by: decided.by, at })}
    </Badge>
  );
};
