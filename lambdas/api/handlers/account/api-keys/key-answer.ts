/** An API key as the API shows it. */
import type { ApiKey } from '../../../../../core/accounts/api-key.ts';

export const keyAnswer = ({ key_id, name, role, hint, created_at, valid_until, revoked_at }: ApiKey) => ({
  key_id,
  name,
  role,
  hint,
  created_at,
  expires_at: valid_until,
  revoked_at: revoked_at ?? null,
});
