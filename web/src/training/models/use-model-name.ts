import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE_MODEL } from '../../api/training/models.ts';
import type { ModelSummary } from '../../api/training/models.ts';
import { useFormat } from '../../components/format/use-format.ts';

type Named = Pick<ModelSummary, 'model_version' | 'created_at' | 'source'>;

/** A model as people call it: by when it was made, and where it comes from. */
export const useModelName = (): ((model: Named) => string) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  return useCallback(
    ({ model_version: version, created_at: created, source }) =>
      version === BASE_MODEL || created === null
        ? t('models.base')
        : t(`models.name.${source}`, { time: format.dateTime(created) }),
    [t, format],
  );
};
