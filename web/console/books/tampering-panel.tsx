import { Link } from '@tanstack/react-router'
import { Lock, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { FreezeDialog } from '../now/freeze-dialog.tsx'
import { Age, linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import type { Tampering } from './use-books.ts'

const MOST_SHOWN = 20

/** A sealed row is not what it was. Says which one, and what to do now. */
export function TamperingPanel({ tampering, since }: Readonly<{ tampering: Tampering; since: string }>) {
  const mode = useMode()
  const [isFreezing, setIsFreezing] = useState(false)
  const rows = [...new Map(tampering.rows.map((one) => [`${one.row} ${one.account}`, one])).values()]
  return (
    <section
      aria-labelledby="tampering"
      className="grid gap-4 rounded-panel border border-bad bg-surface p-4 wide:grid-cols-[minmax(0,1fr)_424px]"
    >
      <div className="min-w-0">
        <h2 id="tampering" className="flex items-center gap-2 text-body font-semibold text-bad">
          <ShieldAlert size={16} aria-hidden />
          Tampering was found
        </h2>
        <p className="mt-1 text-small text-muted">
          {rows.length === 1 ? 'A sealed row differs from its seal' : 'Sealed rows differ from their seals'}.
          Somebody changed the database without the service. Found <Age at={since} />.
        </p>
        <ul className="mt-3 grid gap-2">
          {rows.slice(0, MOST_SHOWN).map((one) => (
            <li key={`${one.row} ${one.account}`} className="rounded-small border px-3 py-2 text-small">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{tableOf(one.row)}</span>
                <ShortId id={idOf(one.row)} />
                <span className="text-bad">{one.problem}</span>
                {one.transaction_id !== null && (
                  <Link
                    to="/$mode/transactions/$transaction"
                    params={{ mode, transaction: one.transaction_id }}
                    className={`ml-auto ${linkLook}`}
                  >
                    Open the transaction
                  </Link>
                )}
              </p>
              {one.account !== null && (
                <p className="text-caption break-all text-muted">Ledger account: {one.account}</p>
              )}
            </li>
          ))}
        </ul>
        {rows.length > MOST_SHOWN && (
          <p className="mt-2 text-caption text-muted">{rows.length - MOST_SHOWN} more rows</p>
        )}
      </div>
      <div className="grid content-start gap-3">
        <h3 className="text-small font-semibold">What to do now</h3>
        <ol className="grid list-decimal gap-1.5 pl-5 text-small">
          <li>
            Freeze everything, and call your management. Treat it as an attack until you have proved another
            cause.
          </li>
          <li>
            Stop api and worker. Copy the cluster and every head file to where database administrators cannot
            write.
          </li>
          <li>
            Run <code className="font-mono text-caption">npm run admin -- verify --heads …</code> and compare
            each row with the newest earlier backup.
          </li>
          <li>
            Do not repair rows by hand. Restore a copy that verifies; correct the ledger with a reversing
            entry.
          </li>
        </ol>
        <p className="text-caption text-muted">
          The runbook is docs/runbooks/tampering-found.md.{' '}
          {tampering.case_id !== null && (
            <Link to="/$mode/cases/$case" params={{ mode, case: tampering.case_id }} className={linkLook}>
              Open the case
            </Link>
          )}
        </p>
        <Button className="text-bad! middle:justify-self-start" onClick={() => setIsFreezing(true)}>
          <Lock size={16} aria-hidden />
          Freeze…
        </Button>
      </div>
      {isFreezing && <FreezeDialog onClose={() => setIsFreezing(false)} />}
    </section>
  )
}

/** `posting 0198…/0` is row 0 of an entry in the table of postings. */
function tableOf(row: string): string {
  return (row.split(' ')[0] ?? row).replaceAll('_', ' ')
}

function idOf(row: string): string {
  return row.split(' ')[1] ?? row
}
