import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { useQueue } from './queue/queue.ts';
import { isEnded } from './queue/queued-file.ts';

/** In the header of every page: how many files are on their way, and the way to them. */
export const QueueLink = () => {
  const { t } = useTranslation('app');
  const open = useQueue().filter((file) => !isEnded(file));
  const first = open[0];
  if (first === undefined) return null;
  return (
    <ButtonTo
      to={PATHS.process}
      params={{ workflowId: first.workflowId }}
      size="xs"
      variant="light"
      leftSection={<Loader size={14} aria-hidden />}
    >
      {t('filesOnTheirWay', { count: open.length })}
    </ButtonTo>
  );
};
