import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingDocument } from '../../api/training/training-data.ts';

type Failure = NonNullable<TrainingDocument['failure']>;

/** Why a file could not be read, in the reader's language where there is a sentence for it, else in the API's words. */
export const useReadingFailure = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('training-data');
  return useCallback(({ code, detail }) => t(`failure.${code}`, { defaultValue: detail }), [t]);
};
