import { Alert, Button, Group, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import IconLock from '@tabler/icons-react/icons/IconLock';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { describeRefusal } from '../components/describe-refusal.ts';
import { ErrorState } from '../components/error-state.tsx';
import type { Schema } from '../api/client/client.ts';
import { PictureField } from './picture-field.tsx';
import { refusedFields } from './refused-fields.ts';
import type { Field } from './refused-fields.ts';
import { FIRST_SPECIFICATION } from './specification/settings.ts';
import type { Specification } from './specification/settings.ts';
import { SettingChoice } from './specification/setting-choice.tsx';
import { useCreateWorkflow } from './use-create-workflow.ts';
import type { NewWorkflow } from './use-create-workflow.ts';

/** Characters, as the API has it. */
const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;

const EMPTY: NewWorkflow = {
  name: '',
  description: '',
  picture: null,
  specification: FIRST_SPECIFICATION,
  learnsFromCorrections: false,
};

interface WorkflowFormProps {
  readonly onCreated: (workflow: Schema<'Workflow'>) => void;
}

/** What a person says of a new workflow; with it, the workflow is made. */
export const WorkflowForm = ({ onCreated }: WorkflowFormProps) => {
  const { t } = useTranslation('new-workflow');
  const [workflow, setWorkflow] = useState(EMPTY);
  const [nameIsMissing, setNameIsMissing] = useState(false);
  const create = useCreateWorkflow();
  const refused = refusedFields(create.error);
  const form = useRef<HTMLFormElement>(null);
  useRefusedFieldInView(form, create.error);
  const change = (some: Partial<NewWorkflow>): void => {
    setWorkflow((now) => ({ ...now, ...some }));
    if (some.name !== undefined) setNameIsMissing(false);
    if (create.isError) create.reset();
  };
  const errorOf = (field: Field): string | undefined => {
    const part = refused.get(field);
    return part === undefined ? undefined : describeRefusal(part);
  };
  const submit = (): void => {
    const isMissing = workflow.name.trim() === '';
    setNameIsMissing(isMissing);
    if (isMissing) document.getElementById('workflow-name')?.focus();
    // Whoever has left the page meanwhile is not led to the workflow.
    else create.mutate(workflow, { onSuccess: onCreated });
  };
  const section = { workflow, change, errorOf };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xl" maw={860}>
        <About {...section} nameError={nameIsMissing ? t('name.missing') : errorOf('workflow_name')} />
        <Documents {...section} />
        <Switch
          wrapperProps={{ 'data-field': 'learns_from_corrections' }}
          checked={workflow.learnsFromCorrections}
          label={t('learns.label')}
          description={t('learns.description')}
          onChange={({ currentTarget }) => {
            change({ learnsFromCorrections: currentTarget.checked });
          }}
          error={errorOf('learns_from_corrections')}
        />
        <Alert icon={<IconLock aria-hidden />} color="gray" title={t('fixed.title')}>
          <Text size="sm">{t('fixed.text')}</Text>
        </Alert>
        {create.error === null || refused.size > 0 ? null : <ErrorState error={create.error} onRetry={submit} />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Scrolls to the first field that the service refused, which may be far above the button, and gives it the focus. */
const useRefusedFieldInView = (form: RefObject<HTMLFormElement | null>, error: Error | null): void => {
  useEffect(() => {
    const [field] = refusedFields(error).keys();
    const place = form.current?.querySelector(`[data-field="${field ?? ''}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input:not([type="file"]), textarea, button')?.focus({ preventScroll: true });
  }, [form, error]);
};

interface SectionProps {
  readonly workflow: NewWorkflow;
  readonly change: (some: Partial<NewWorkflow>) => void;
  /** Why the service refused a field; undefined where it did not. */
  readonly errorOf: (field: Field) => string | undefined;
}

interface AboutProps extends SectionProps {
  readonly nameError: string | undefined;
}

const About = ({ workflow, change, errorOf, nameError }: AboutProps) => {
  const { t } = useTranslation('new-workflow');
  return (
    <Stack component="section" gap="md" aria-labelledby="about">
      <Title order={2} size="h4" id="about">
        {t('about')}
      </Title>
      <TextInput
        wrapperProps={{ 'data-field': 'workflow_name' }}
        id="workflow-name"
        label={t('name.label')}
        description={t('name.description')}
        required
        maxLength={MAX_NAME}
        value={workflow.name}
        onChange={({ currentTarget }) => {
          change({ name: currentTarget.value });
        }}
        error={nameError}
      />
      <Textarea
        wrapperProps={{ 'data-field': 'description' }}
        label={t('description.label')}
        description={t('description.description')}
        maxLength={MAX_DESCRIPTION}
        autosize
        minRows={2}
        maxRows={8}
        value={workflow.description}
        onChange={({ currentTarget }) => {
          change({ description: currentTarget.value });
        }}
        error={errorOf('description')}
      />
      <PictureField
        picture={workflow.picture}
        onChange={(picture) => {
          change({ picture });
        }}
        error={errorOf('thumbnail')}
      />
    </Stack>
  );
};

/** The document specification. */
const Documents = ({ workflow: { specification }, change, errorOf }: SectionProps) => {
  const { t } = useTranslation('new-workflow');
  const set = (some: Partial<Specification>): void => {
    change({ specification: { ...specification, ...some } });
  };
  return (
    <Stack component="section" gap="lg" aria-labelledby="documents">
      <Title order={2} size="h4" id="documents">
        {t('specification.title')}
      </Title>
      <SettingChoice
        setting="cropping"
        value={specification.cropping}
        onChange={(cropping) => {
          set({ cropping });
        }}
        error={errorOf('cropping')}
      />
      <SettingChoice
        setting="script"
        value={specification.script}
        onChange={(script) => {
          set({ script });
        }}
        error={errorOf('script')}
      />
      <SettingChoice
        setting="text_type"
        value={specification.text_type}
        onChange={(type) => {
          set({ text_type: type });
        }}
        error={errorOf('text_type')}
      />
    </Stack>
  );
};
