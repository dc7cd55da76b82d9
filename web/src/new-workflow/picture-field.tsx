import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import IconPhoto from '@tabler/icons-react/icons/IconPhoto';
import IconPhotoOff from '@tabler/icons-react/icons/IconPhotoOff';
import { useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../components/format/use-format.ts';
import classes from './new-workflow.module.css';

/** Of images that the API takes. */
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

interface PictureFieldProps {
  readonly picture: File | null;
  readonly onChange: (picture: File | null) => void;
  readonly error: string | undefined;
}

/** The picture of a workflow, with a preview of how its card will show it. */
export const PictureField = ({ picture, onChange, error }: PictureFieldProps) => {
  const { t } = useTranslation('new-workflow');
  const format = useFormat();
  const id = useId();
  const reset = useRef<() => void>(null);
  const choose = (file: File | null): void => {
    onChange(file);
    // Else the browser says nothing when the same file is chosen again.
    reset.current?.();
  };
  return (
    <Input.Wrapper
      data-field="thumbnail"
      label={t('picture.label')}
      description={t('picture.description')}
      error={error}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <Group mt={6} wrap="nowrap" role="group" aria-labelledby={`${id}-label`}>
        <div className={classes['preview']}>
          {picture === null ? <IconPhoto size={28} aria-hidden /> : <Preview picture={picture} />}
        </div>
        <Stack gap={6}>
          {picture === null ? null : (
            <Text size="sm">
              {picture.name}, {format.bytes(picture.size)}
            </Text>
          )}
          <Group gap="xs">
            <FileButton accept={ACCEPTED} resetRef={reset} onChange={choose}>
              {(props) => (
                <Button variant="default" size="xs" {...props}>
                  {t(picture === null ? 'picture.choose' : 'picture.change')}
                </Button>
              )}
            </FileButton>
            {picture === null ? null : (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                onClick={() => {
                  onChange(null);
                }}
              >
                {t('picture.remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
    </Input.Wrapper>
  );
};

const Preview = ({ picture }: { readonly picture: File }) => {
  const { t } = useTranslation('new-workflow');
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => {
        URL.revokeObjectURL(url);
      };
    },
    [picture],
  );
  const [broken, setBroken] = useState<File>();
  if (broken === picture) return <IconPhotoOff size={28} aria-hidden />;
  return (
    <img
      ref={show}
      alt={t('picture.preview')}
      onError={() => {
        setBroken(picture);
      }}
    />
  );
};
