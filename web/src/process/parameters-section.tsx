import { Accordion, MultiSelect, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client/client.ts';
import type { Parameters } from './queue/processing-queue.ts';

interface ParametersSectionProps {
  readonly parameters: Parameters;
  readonly onChange: (parameters: Parameters) => void;
}

const MODES: readonly Schema<'ProcessingMode'>[] = ['auto', 'per_page', 'none'];
const LANGUAGES: readonly Schema<'Language'>[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'cs', 'sk', 'ja'];
/** Days: ten years. */
const MAX_RETAIN_DAYS = 3650;

/** How the next files are processed. Everything has a good default, so it is closed at first. */
export const ParametersSection = ({ parameters, onChange }: ParametersSectionProps) => {
  const { t } = useTranslation('process');
  return (
    <Accordion variant="default" mt="sm" order={2}>
      <Accordion.Item value="parameters">
        <Accordion.Control>
          <Text size="sm">{t('parameters.title')}</Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack maw={560}>
            <Text size="sm" c="dimmed">
              {t('parameters.text')}
            </Text>
            <ModeField parameters={parameters} onChange={onChange} />
            <LanguagesField parameters={parameters} onChange={onChange} />
            <RetainDaysField parameters={parameters} onChange={onChange} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
};

const ModeField = ({ parameters, onChange }: ParametersSectionProps) => {
  const { t } = useTranslation('process');
  const id = useId();
  const mode = parameters.mode ?? 'auto';
  return (
    <div>
      <Text size="sm" fw={600} id={id}>
        {t('parameters.mode.label')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        withItemsBorders={false}
        data={MODES.map((value) => ({ value, label: t(`parameters.mode.${value}`) }))}
        value={mode}
        onChange={(value) => {
          onChange({ ...parameters, mode: value });
        }}
      />
    </div>
  );
};

const LanguagesField = ({ parameters, onChange }: ParametersSectionProps) => {
  const { t, i18n } = useTranslation('process');
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
    return LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }));
  }, [i18n.language]);
  const languages = parameters.languages ?? [];
  return (
    <MultiSelect
      label={t('parameters.languages.label')}
      description={t('parameters.languages.text')}
      {...(languages.length === 0 ? { placeholder: t('parameters.languages.none') } : {})}
      data={data}
      value={languages}
      clearable
      clearButtonProps={{ 'aria-label': t('parameters.languages.clear') }}
      onChange={(values) => {
        onChange({ ...parameters, languages: values });
      }}
    />
  );
};

const RetainDaysField = ({ parameters, onChange }: ParametersSectionProps) => {
  const { t } = useTranslation('process');
  return (
    <NumberInput
      label={t('parameters.retain.label')}
      description={t('parameters.retain.text')}
      placeholder={t('parameters.retain.none')}
      min={0}
      max={MAX_RETAIN_DAYS}
      allowDecimal={false}
      allowLeadingZeros={false}
      hideControls
      value={parameters.retain_days ?? ''}
      onChange={(value) => {
        const changed = { ...parameters };
        delete changed.retain_days;
        onChange(typeof value === 'number' ? { ...changed, retain_days: value } : changed);
      }}
    />
  );
};
