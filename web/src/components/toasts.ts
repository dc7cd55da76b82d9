import { notifications } from '@mantine/notifications';
import { describeError } from './describe-error.ts';

/** Says for some seconds that something was done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'teal' });
};

/** Says what was not done, and what to do. */
export const showRefusal = (title: string, message: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: 10_000 });
};

export const showError = (error: unknown): void => {
  const { title, detail } = describeError(error);
  showRefusal(title, detail);
};
