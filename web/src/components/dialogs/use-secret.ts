import { useMutation } from '@tanstack/react-query';
import type { MutationMeta } from '@tanstack/react-query';
import { useRef } from 'react';

interface SecretOptions<Wanted, Made> {
  readonly make: (wanted: Wanted) => Promise<Made>;
  readonly onMade?: () => void;
  readonly meta?: MutationMeta;
  readonly onClose: () => void;
}

/** A secret that a dialog makes and shows once. */
export interface SecretMaking<Wanted, Made> {
  /** Does nothing while a secret is being made. */
  readonly make: (wanted: Wanted) => void;
  readonly isMaking: boolean;
  readonly made: Made | undefined;
  readonly error: Error | null;
  /** Forgets the secret, and closes the dialog. */
  readonly close: () => void;
  /** Closes the dialog unless a secret was asked for: a request that failed made none. */
  readonly dismiss: () => void;
}

/** Makes a secret, and keeps it until the dialog closes. */
export const useSecret = <Wanted, Made>({
  make,
  onMade,
  meta,
  onClose,
}: SecretOptions<Wanted, Made>): SecretMaking<Wanted, Made> => {
  // Whoever presses the button twice, or Escape right after it, does so before React has drawn that the request is under way.
  const isAskedFor = useRef(false);
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: make,
    ...(meta === undefined ? {} : { meta }),
    ...(onMade === undefined ? {} : { onSuccess: onMade }),
    onError: () => {
      isAskedFor.current = false;
    },
  });
  const close = (): void => {
    isAskedFor.current = false;
    reset();
    onClose();
  };
  return {
    make: (wanted) => {
      if (isAskedFor.current) return;
      isAskedFor.current = true;
      mutate(wanted);
    },
    isMaking: isPending,
    made: data,
    error,
    close,
    dismiss: () => {
      if (!isAskedFor.current) close();
    },
  };
};
