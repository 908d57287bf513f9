import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useMode } from '../use-console.ts'

const MOST_DAYS = 31
const DAY_MS = 86_400_000

/** Downloads the double-entry books of some days. */
export function ExportDialog({ today, onClose }: Readonly<{ today: string; onClose: () => void }>) {
  const mode = useMode()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const problem =
    Number.isNaN(days) || days < 1
      ? 'The last day is not before the first.'
      : days > MOST_DAYS
        ? `At most ${MOST_DAYS} days at once.`
        : undefined
  return (
    <Dialog title="Export the books" onClose={onClose}>
      <div className="grid gap-4">
        <div className="grid gap-4 middle:grid-cols-2">
          <Field
            label="From"
            type="date"
            max={today}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <Field
            label="To"
            type="date"
            max={today}
            value={to}
            problem={problem}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <p className="text-small text-muted">
          Every posting of these days in {mode} mode: when, why, which account is debited, which is credited,
          and how much. Days are in Lagos.
        </p>
        {problem === undefined ? (
          <Button asChild look="primary" className="h-12 middle:h-10">
            <a href={`/console/v1/${mode}/books/export?from=${from}&to=${to}`} download onClick={onClose}>
              <Download size={16} aria-hidden />
              Download the CSV file
            </a>
          </Button>
        ) : (
          <Button look="primary" className="h-12 middle:h-10" disabled>
            Download the CSV file
          </Button>
        )}
      </div>
    </Dialog>
  )
}
