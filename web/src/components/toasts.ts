import { notifications } from '@mantine/notifications';
import { describeError } from './describe-error.ts';

/** Says for some seconds that something was done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'teal' });
};

export const showError = (error: unknown): void => {
  const { title, detail } = describeError(error);
  notifications.show({ title, message: detail, color: 'red', autoClose: 10_000 });
};
