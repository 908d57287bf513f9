import { networks } from '@afara/server/kernel/networks.ts'

/** Returns the facts about the networks as rows. */
export function networksSql(): string {
  const assets = [...new Set(networks.map(({ gasAsset }) => gasAsset))]
  const rows = networks.map(
    ({ name, family, gasAsset, gasDecimals, comparesCaseInsensitively, opensDepositAccounts, finality }) =>
      `  ('${name}', '${family}', '${gasAsset}', ${gasDecimals}, '${finality}', ${comparesCaseInsensitively}, ${opensDepositAccounts})`,
  )
  return `-- Generated from server/src/kernel/networks.ts by "npm run generate". Do not edit.

${assets.map((asset) => `alter type asset add value if not exists '${asset}';`).join('\n')}

insert into network (name, family, gas_asset, gas_decimals, finality, compares_case_insensitively, opens_deposit_accounts) values
${rows.join(',\n')}
on conflict (name) do update set
  family = excluded.family, gas_asset = excluded.gas_asset, gas_decimals = excluded.gas_decimals, finality = excluded.finality,
  compares_case_insensitively = excluded.compares_case_insensitively, opens_deposit_accounts = excluded.opens_deposit_accounts;
`
}
