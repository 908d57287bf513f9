import type { Party, World } from './world.ts'

const vendors = [
  { name: 'TEST ONLY, DO NOT PAY: Afara 1', number: '0000000001', bank: 'TEST BANK (not a bank)' },
]

function party(digit: string, mode: Party['mode']): Party {
  return {
    businessId: `biz_${digit.repeat(32)}`,
    linkTag: `fz-${digit}`,
    mode,
    key: `svc_${mode}_dev_${digit.repeat(44)}_${digit.repeat(6)}`,
    vendors,
    holdsBalance: mode === 'test',
    feePlan: { flatMinor: 0n, bps: 0n, capMinor: null },
    defaultWallet: null,
  }
}

const key = (digit: string) => party(digit, 'test').key

/** A world without a service, for unit tests. */
export const testWorld: World = {
  parties: [party('1', 'test'), party('2', 'test'), party('1', 'live')],
  poorKeys: {
    unknown: key('3'),
    mistyped: key('4'),
    wrongCell: key('5'),
    revoked: key('6'),
    expired: key('7'),
    elsewhere: key('8'),
    suspended: key('9'),
    readOnly: key('A'),
    withoutPayouts: key('B'),
  },
  frozenVendor: {
    name: 'TEST ONLY, DO NOT PAY: Afara 9',
    number: '0000000009',
    bank: 'TEST BANK (not a bank)',
  },
  banks: ['GTBank', '058', 'Access Bank'],
  ambiguousBanks: ['Trust'],
  drills: [`txn_${'1'.repeat(32)}`],
  buys: [`txn_${'2'.repeat(32)}`],
  payLinks: [`lnk_${'3'.repeat(32)}`],
  batches: [`bat_${'7'.repeat(32)}`],
  endpoints: [`whe_${'4'.repeat(32)}`],
  doomedEndpoint: `whe_${'5'.repeat(32)}`,
  playground: party('6', 'test'),
}
