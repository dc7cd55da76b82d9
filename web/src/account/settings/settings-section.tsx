import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery, updateAccount } from '../../api/account/account.ts';
import type { Account } from '../../api/account/account.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { Section } from '../section.tsx';
import { changesOf, formOf, typedSince } from './account-changes.ts';
import type { SettingsForm } from './account-changes.ts';

/** The API's limit. */
const MAX_DAYS = 3650;
const FIRST_DAYS = 30;

/** Name, address for mail, and how long documents are kept. */
export const SettingsSection = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  // What was not typed in follows the account, which may be changed in another tab.
  const [typed, setTyped] = useState<Partial<SettingsForm>>({});
  const form = { ...formOf(account), ...typed };
  const { name, email, days } = form;
  const type = (more: Partial<SettingsForm>): void => {
    setTyped((before) => ({ ...before, ...more }));
  };
  const save = useMutation({
    mutationFn: (sent: SettingsForm) => updateAccount(changesOf(account, sent)),
    meta: { showsItsError: true },
    onSuccess: (changed, sent) => {
      queries.setQueryData(accountQuery.queryKey, changed);
      setTyped((before) => typedSince(before, sent));
      showDone(t('settings.saved'));
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(form);
  };
  return (
    <Section title={t('section.settings')}>
      <form onSubmit={submit}>
        <Stack maw={520}>
          <TextInput
            label={t('settings.name')}
            value={name}
            required
            withAsterisk={false}
            maxLength={100}
            onChange={(event) => {
              type({ name: event.currentTarget.value });
            }}
          />
          <TextInput
            label={t('settings.email')}
            description={t('settings.emailText')}
            type="email"
            value={email}
            maxLength={254}
            onChange={(event) => {
              type({ email: event.currentTarget.value });
            }}
          />
          <Radio.Group
            label={t('settings.retention')}
            description={t('settings.retentionText')}
            value={days === null ? 'host' : 'days'}
            onChange={(value) => {
              type({ days: value === 'host' ? null : (days ?? FIRST_DAYS) });
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="host" label={t('settings.retainHost')} />
              <Radio value="days" label={t('settings.retainDays')} />
            </Stack>
          </Radio.Group>
          {days === null ? null : (
            <NumberInput
              label={t('settings.days')}
              description={t('settings.daysText')}
              value={days}
              min={0}
              max={MAX_DAYS}
              required
              withAsterisk={false}
              allowDecimal={false}
              allowNegative={false}
              allowLeadingZeros={false}
              onChange={(value) => {
                type({ days: typeof value === 'number' ? value : '' });
              }}
            />
          )}
          {save.error === null ? null : <ErrorState error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};
