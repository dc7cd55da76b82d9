import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconDeviceDesktop from '@tabler/icons-react/icons/IconDeviceDesktop';
import IconLanguage from '@tabler/icons-react/icons/IconLanguage';
import IconMoon from '@tabler/icons-react/icons/IconMoon';
import IconSun from '@tabler/icons-react/icons/IconSun';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, chooseLanguage } from '../languages.ts';
import type { Language } from '../languages.ts';

const SCHEMES = [
  { scheme: 'light', Icon: IconSun },
  { scheme: 'dark', Icon: IconMoon },
  { scheme: 'auto', Icon: IconDeviceDesktop },
] as const;

export const SchemeMenu = () => {
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find(({ scheme }) => scheme === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('scheme.label')}>
          <Current size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ scheme, Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={scheme === colorScheme ? <IconCheck size={16} aria-hidden /> : null}
            aria-current={scheme === colorScheme}
            onClick={() => {
              setColorScheme(scheme);
            }}
          >
            {t(`scheme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

export const LanguageMenu = () => {
  const { t, i18n } = useTranslation('app');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('language')}>
          <IconLanguage size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* The keys of a constant object are its type's. */}
        {(Object.keys(LANGUAGES) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === i18n.resolvedLanguage ? <IconCheck size={16} aria-hidden /> : null}
            aria-current={language === i18n.resolvedLanguage}
            onClick={() => void chooseLanguage(language)}
          >
            {LANGUAGES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
