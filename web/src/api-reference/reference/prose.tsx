import { Text } from '@mantine/core';

/** A text of the document: paragraphs, with `code` between backticks. */
export const Prose = ({ text }: { readonly text: string }) =>
  text.split('\n\n').map((paragraph, index) => (
    <Text key={index} size="sm" mb={4} lang="en" style={{ overflowWrap: 'anywhere' }}>
      <Line text={paragraph} />
    </Text>
  ));

/** A paragraph of it, inside something else. */
export const Line = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <span key={at}>{part}</span>))}
  </span>
);
