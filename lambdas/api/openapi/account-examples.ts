/** Examples of the routes about an account, by operationId. */
import { EXAMPLE_ID } from '../routes/api-schemas.ts';

const CREATED_AT = '2026-11-02T09:30:00.000Z';
const member = { member_id: EXAMPLE_ID, email: 'ann@example.com', role: 'reviewer', created_at: CREATED_AT };
const key = {
  key_id: EXAMPLE_ID,
  name: 'Scanner in the mail room',
  role: 'member',
  hint: 'tl_prod_9fK2',
  created_at: CREATED_AT,
  expires_at: '2027-11-02T00:00:00.000Z',
  revoked_at: null,
};
const account = {
  account_id: EXAMPLE_ID,
  name: 'Mail room',
  email: 'mail-room@example.com',
  retain_days: 30,
  created_at: CREATED_AT,
  plan: {
    name: 'free',
    pages_per_month: 100,
    credits_per_month: null,
    max_pages: 100,
    max_document_bytes: 104_857_600,
    work_per_second: 10,
    work_per_minute: 100,
    work_per_hour: 1000,
    reads_per_second: 100,
  },
  month: {
    month: '2026-11',
    pages: 37,
    pages_left: 63,
    credits: 250,
    credits_left: null,
    ends_at: '2026-12-01T00:00:00.000Z',
  },
  caller: { kind: 'api_key', id: EXAMPLE_ID, name: key.name, role: 'owner' },
};

export const accountRequests = {
  updateAccount: { 'application/json': { email: 'mail-room@example.com', retain_days: 30 } },
  createApiKey: { 'application/json': { name: key.name, role: key.role, expires_at: key.expires_at } },
  addMember: { 'application/json': { email: member.email, role: member.role } },
  changeMember: { 'application/json': { role: 'member' } },
};

export const accountResponses = {
  getAccount: account,
  updateAccount: account,
  exportAccount: {
    schema_version: 1,
    exported_at: '2026-11-24T16:00:00.000Z',
    account: { account_id: EXAMPLE_ID, name: account.name },
    records: [{ kind: 'member', ...member }],
  },
  listApiKeys: { items: [{ ...key, last_used_at: '2026-11-24T15:00:00.000Z' }], next: null },
  createApiKey: { ...key, api_key: 'tl_prod_9fK2…' },
  listMembers: { items: [member], next: null },
  addMember: member,
  changeMember: { ...member, role: 'member' },
};
