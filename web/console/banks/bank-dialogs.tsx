import { useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { Choice, CommandDialog, ProposeDialog } from '../command-dialog.tsx'
import { useMode } from '../use-console.ts'
import type { PairRate } from './use-banks.ts'

/** One of our accounts at a bank or a vendor, or a bank that we pay to, as commands name it. */
export type Stoppable = Readonly<{ kind: 'collecting' | 'paying' | 'bank'; name: string; id: string }>

/** One operator takes a bank that we pay to out of service at once. */
export function StopBankDialog({
  banks,
  onClose,
}: Readonly<{ banks: readonly string[]; onClose: () => void }>) {
  const mode = useMode()
  const [bank, setBank] = useState('')
  return (
    <CommandDialog
      title="Take a bank out of service"
      args={['freeze', 'bank', mode, bank]}
      isReady={bank.trim() !== ''}
      reasonLabel="What happened?"
      reasonHint="Other operators read it, and the audit log keeps it."
      says="It takes effect at once, and you can do it alone. New sells to the bank are refused. Ordered payouts and returns to it wait, unless they were sent already. Buys go on. Two operators put it back."
      button="Take it out of service now"
      isStop
      onClose={onClose}
      onDone={onClose}
    >
      <Field
        label="Bank"
        required
        list="banks-paid-to"
        value={bank}
        hint="Its name or its code, such as GTBank."
        onChange={(event) => setBank(event.target.value)}
      />
      <datalist id="banks-paid-to">
        {banks.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </CommandDialog>
  )
}

/** One operator takes an account out of service at once. */
export function StopDialog({ what, onClose }: Readonly<{ what: Stoppable; onClose: () => void }>) {
  const [how, setHow] = useState('drain')
  const isPaying = what.kind === 'paying'
  return (
    <CommandDialog
      title={`Take ${what.name} out of service`}
      args={isPaying ? ['payout-account', how, what.id] : ['freeze', 'account', what.id]}
      reasonLabel="What happened?"
      reasonHint="Other operators read it, and the audit log keeps it."
      says={
        isPaying
          ? how === 'drain'
            ? 'It takes effect at once, and you can do it alone. New payouts go through other accounts, and this account finishes the payouts in its queue. Two operators put it back.'
            : 'It takes effect at once, and you can do it alone. It pays nothing, not even ordered payouts. Two operators put it back.'
          : 'It takes effect at once, and you can do it alone. Its credits are still recorded, but they are not matched, delivered or returned. Two operators put it back.'
      }
      button="Take it out of service now"
      isStop
      onClose={onClose}
      onDone={onClose}
    >
      {isPaying && (
        <Choice
          label="What should happen to ordered payouts?"
          value={how}
          options={[
            ['drain', 'Finish them'],
            ['freeze', 'Stop them too'],
          ]}
          onChange={setHow}
        />
      )}
    </CommandDialog>
  )
}

export function ReturnDialog({ what, onClose }: Readonly<{ what: Stoppable; onClose: () => void }>) {
  const mode = useMode()
  return (
    <ProposeDialog
      title={`Put ${what.name} back into service`}
      args={
        {
          paying: ['payout-account', 'resume', what.id],
          collecting: ['account', 'move', what.id, '--to', 'active'],
          bank: ['unfreeze', 'bank', mode, what.id],
        }[what.kind]
      }
      reasonLabel="What did you find?"
      reasonHint="The other operator reads this before they approve."
      says="Nothing changes when you propose. A second operator approves, and then it is used again."
      onClose={onClose}
    />
  )
}

/** Two operators set a rate, which replaces the sources until it expires. Rates are the same in test and live, and the case is live. */
export function RateDialog({ pair, onClose }: Readonly<{ pair: PairRate; onClose: () => void }>) {
  const [bid, setBid] = useState(pair.bid ?? '')
  const [ask, setAsk] = useState(pair.ask ?? '')
  const [minutes, setMinutes] = useState('60')
  const [isFar, setIsFar] = useState(false)
  return (
    <ProposeDialog
      title={`Set ${pair.pair} by hand`}
      args={[
        'rate',
        'set',
        '--pair',
        pair.pair,
        '--bid',
        bid,
        '--ask',
        ask,
        '--valid-minutes',
        minutes,
        ...(isFar ? ['--far'] : []),
      ]}
      caseMode="live"
      isReady={bid.trim() !== '' && ask.trim() !== '' && minutes.trim() !== ''}
      reasonHint="The other operator reads this before they approve."
      says="Nothing changes when you propose. A second operator approves in live mode, and then it replaces the sources in test and live until it expires."
      onClose={onClose}
    >
      <div className="grid gap-3 middle:grid-cols-3">
        <Field
          label="Bid"
          required
          inputMode="decimal"
          value={bid}
          hint="What one sells for."
          onChange={(event) => setBid(event.target.value)}
        />
        <Field
          label="Ask"
          required
          inputMode="decimal"
          value={ask}
          hint="What one costs."
          onChange={(event) => setAsk(event.target.value)}
        />
        <Field
          label="Minutes"
          required
          inputMode="numeric"
          value={minutes}
          hint="At most a week."
          onChange={(event) => setMinutes(event.target.value)}
        />
      </div>
      <label className="flex min-h-11 items-center gap-3 text-small middle:min-h-8">
        <input
          type="checkbox"
          className="size-4 accent-brand"
          checked={isFar}
          onChange={(event) => setIsFar(event.target.checked)}
        />
        It is right although it is more than 10% from the last one
      </label>
    </ProposeDialog>
  )
}
