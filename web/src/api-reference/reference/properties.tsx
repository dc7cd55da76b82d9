import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../components/lists/scroll-table.tsx';
import { propertiesOf } from './openapi.ts';
import type { ApiSchema, OpenApiDocument } from './openapi.ts';
import { Prose } from './prose.tsx';

interface PropertiesProps {
  readonly document: OpenApiDocument;
  readonly schema: ApiSchema;
  /** Of the table, for screen readers. */
  readonly label: string;
}

/** The properties of a body; nothing where it is no object. */
export const Properties = ({ document, schema, label }: PropertiesProps) => {
  const { t } = useTranslation('api-reference');
  const properties = propertiesOf(document, schema);
  if (properties.length === 0) return null;
  return (
    <ScrollTable label={label} minWidth={560} fz="sm" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('property')}</Table.Th>
          <Table.Th>{t('type')}</Table.Th>
          <Table.Th>{t('meaning')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {properties.map(({ name, type, required, description }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              <code>{name}</code>
            </Table.Th>
            <Table.Td>{required ? `${type}, ${t('required')}` : type}</Table.Td>
            <Table.Td>
              <Prose text={description} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
};
