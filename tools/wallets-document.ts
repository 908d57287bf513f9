import { walletStopMeanings } from '@afara/server/movements/transfers/wallet-block-meanings.ts'

/** Returns the page of reasons why a wallet cannot receive, from the table that the compiler keeps complete. */
export function walletsDocument(): string {
  const rows = Object.entries(walletStopMeanings).map(
    ([code, { networks, means, mend }]) =>
      `| \`${code}\` | ${networks.length === 0 ? 'all' : networks.join(', ')} | ${means} | ${mend} |`,
  )
  return `# What keeps a wallet from receiving

<!-- Generated from server/src/movements/transfers/wallet-block-meanings.ts by "npm run generate". Do not edit. -->

These codes are in \`needs\` of a transaction that waits for its wallet, in its timeline as \`wallet_blocked\`, and in the
output of \`npx afara ops wallet\`. [Networks](networks.md#checks-before-tokens-are-sent) says when wallets are checked.

| code | network | problem | fix |
|---|---|---|---|
${rows.join('\n')}
`
}
