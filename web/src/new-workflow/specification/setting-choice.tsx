import { Radio, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceCard } from '../../components/choice/choice-card.tsx';
import { SettingPicture } from './setting-picture.tsx';
import { SETTINGS } from './settings.ts';
import type { Setting, Specification } from './settings.ts';

interface SettingChoiceProps<Name extends Setting> {
  readonly setting: Name;
  readonly value: Specification[Name];
  readonly onChange: (value: Specification[Name]) => void;
  readonly error: string | undefined;
}

/** One setting: what it may be as cards with a picture each. */
export const SettingChoice = <Name extends Setting>({ setting, value, onChange, error }: SettingChoiceProps<Name>) => {
  const { t } = useTranslation('new-workflow');
  const texts: Setting = setting;
  return (
    <Radio.Group
      wrapperProps={{ 'data-field': texts }}
      label={t(`specification.${texts}.label`)}
      description={t(`specification.${texts}.why`)}
      value={String(value)}
      onChange={(chosen) => {
        const choice = SETTINGS[setting].find((one) => String(one) === chosen);
        if (choice !== undefined) onChange(choice);
      }}
      error={error}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} mt="xs" spacing="sm">
        {SETTINGS[setting].map((offered) => {
          const name = String(offered);
          return (
            <ChoiceCard
              key={name}
              value={name}
              picture={<SettingPicture setting={setting} value={name} />}
              name={t(`specification.${texts}.${name}.name`)}
              text={t(`specification.${texts}.${name}.text`)}
            />
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
};
