import IconPencil from '@tabler/icons-react/icons/IconPencil';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { awaitingQuery } from '../../api/training/training-data.ts';
import { PATHS } from '../../app/paths.ts';
import { ButtonTo } from '../../components/links.tsx';

interface AnnotateButtonProps {
  readonly workflowId: string;
  /** Files that wait for their annotation. */
  readonly count: number;
}

/** Opens the first file that waits for its annotation; each one that is annotated leads to the next. */
export const AnnotateButton = ({ workflowId, count }: AnnotateButtonProps) => {
  const { t } = useTranslation('training-data');
  const { data: ids } = useQuery({ ...awaitingQuery(workflowId), enabled: count > 0 });
  const [first] = ids ?? [];
  if (count === 0 || first === undefined) return null;
  return (
    <ButtonTo
      to={PATHS.trainingDocument}
      params={{ workflowId, documentId: first }}
      search={{ queue: true }}
      leftSection={<IconPencil size={18} aria-hidden />}
    >
      {t('annotate', { count })}
    </ButtonTo>
  );
};
