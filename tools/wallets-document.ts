import { walletStopMeanings } from '@afara/server/movements/transfers/wallet-block-meanings.ts'

/** Returns the page of reasons why a wallet cannot receive, from the table that the compiler keeps complete. */
export function walletsDocument(): string {
  const rows = Object.entries(walletStopMeanings).map(
    ([code, { networks, means, mend }]) =>
      `| \`${code}\` | ${networks.length === 0 ? 'all' : networks.join(', ')} | ${means} | ${mend} |`,
  )
  return `# What keeps a wallet from receiving

<!-- Generated from server/src/movements/transfers/wallet-block-meanings.ts by "npm run generate". Do not edit. -->

These stand in \`needs\` of a transaction that waits for its wallet, in its timeline as \`wallet_blocked\`, and in what
\`npx afara ops wallet\` prints. The message beside a code says the same in words for the customer, with the names of
network and token, and never repeats the address. How a wallet is asked about: [networks](networks.md#checks-before-tokens-are-sent).

| code | network | what is wrong | what mends it |
|---|---|---|---|
${rows.join('\n')}
`
}
