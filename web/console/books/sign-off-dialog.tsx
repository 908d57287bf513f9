import { dateOf } from '../../shared/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { CommandDialog } from '../command-dialog.tsx'
import { useMode } from '../use-console.ts'
import { Units } from './units.tsx'
import { type BooksDay, isUncompared, noonOf, useBooksDay } from './use-books.ts'

/** Shows what the person signs off, asks what they compared, and has the passkey sign the exact text. */
export function SignOffDialog({ day, onClose }: Readonly<{ day: string; onClose: () => void }>) {
  const mode = useMode()
  const { data, error } = useBooksDay(day)
  const title = `Sign off ${dateOf(noonOf(day))}`
  if (data === undefined || data.day !== day)
    return (
      <Dialog title={title} onClose={onClose}>
        {error === null ? <Skeleton rows={4} /> : <Problem>{error.message}</Problem>}
      </Dialog>
    )
  const uncompared = data.lines.filter(isUncompared).length
  return (
    <CommandDialog
      title={title}
      args={['books', 'sign-off', day, '--mode', mode]}
      says="You say that you compared these figures with the banks and the chains. Your passkey signs the exact text. One person is enough, and nothing moves."
      button="Sign off with passkey"
      reasonLabel="What did you compare?"
      isSigned
      onClose={onClose}
      onDone={onClose}
    >
      <dl className="grid gap-1 rounded-small bg-sunken p-3 text-small">
        {sumsOf(data).map(({ kind, asset, decimals, minor }) => (
          <div key={`${kind} ${asset}`} className="flex justify-between gap-3">
            <dt className="text-muted">{kindWords[kind] ?? kind.replaceAll('_', ' ')}</dt>
            <dd className="font-medium">
              <Units minor={String(minor)} asset={asset} decimals={decimals} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-3 border-t pt-1">
          <dt className="text-muted">Accounts</dt>
          <dd className="font-medium">{data.lines.length}</dd>
        </div>
        {uncompared > 0 && (
          <div className="flex justify-between gap-3 text-warn">
            <dt>Not compared with banks and chains when the day was closed</dt>
            <dd className="font-medium">{uncompared}</dd>
          </div>
        )}
      </dl>
    </CommandDialog>
  )
}

/** What exists outside the ledger too: somebody can compare it. */
const kindWords: Readonly<Record<string, string>> = {
  bank: 'At collection banks',
  payout_bank: 'At payout accounts',
  float: 'In our lanes',
  deposit: 'At deposit addresses',
  business: 'Balances of businesses',
}

function sumsOf({ lines }: BooksDay) {
  const sums = new Map<string, { kind: string; asset: string; decimals: string; minor: bigint }>()
  for (const { account, asset, decimals, closing_minor: closing } of lines) {
    const kind = account.split(':')[0] ?? account
    if (kindWords[kind] === undefined) continue
    const before = sums.get(`${kind} ${asset}`)?.minor ?? 0n
    sums.set(`${kind} ${asset}`, { kind, asset, decimals, minor: before + BigInt(closing) })
  }
  return [...sums.values()]
}
