import classes from './reference.module.css';

/** A longer text of a program, which can be scrolled by keyboard too. */
export const Code = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <pre className={classes['code']} tabIndex={0} role="group" aria-label={label}>
    <code>{children}</code>
  </pre>
);

export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);
