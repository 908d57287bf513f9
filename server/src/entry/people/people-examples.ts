// Examples that several operations share.

const ID = '01a1dcc264cc7ab5819881f76f5e96ba'

export const operatorExample = {
  person_id: `opr_${ID}`,
  side: 'operator',
  email: 'bisi@afara.test',
  is_email_confirmed: true,
  name: 'Bisi Adeyemi',
  signs_from: null,
  roles: ['operator', 'treasury'],
  memberships: [],
}

export const memberExample = {
  person_id: `mbr_${ID}`,
  side: 'member',
  email: 'ngozi@ada-foods.test',
  is_email_confirmed: true,
  name: 'Ngozi Eze',
  signs_from: null,
  roles: [],
  memberships: [{ business_id: `biz_${ID}`, role: 'owner' }],
}

export const sessionExample = {
  session_id: `ses_${ID}`,
  method: 'passkey',
  client: 'browser',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  created_at: '2026-11-15T09:30:00.000Z',
  last_seen_at: '2026-11-15T09:41:00.000Z',
  idle_expires_at: '2026-11-15T10:11:00.000Z',
  expires_at: '2026-11-15T21:30:00.000Z',
  is_current: true,
}

export const passkeyExample = {
  passkey_id: `psk_${ID}`,
  name: 'Yubikey',
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: '2026-11-15T09:30:00.000Z',
}

export const businessExample = {
  business_id: `biz_${ID}`,
  name: 'Ada Foods',
  link_tag: 'ada-foods',
  is_live: false,
}

export const creationOptionsExample = {
  challenge: 'q83vEjRWeJA',
  rp: { name: 'Afara', id: 'people.afara.test' },
  user: { id: 'AaHcwmTMerWBmIH3b16Wug', name: 'bisi@afara.test', displayName: 'Bisi Adeyemi' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
}
