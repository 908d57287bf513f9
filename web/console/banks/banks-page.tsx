import { useState } from 'react'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { RateDialog, ReturnDialog, StopBankDialog, StopDialog, type Stoppable } from './bank-dialogs.tsx'
import { FailuresPanel, PayoutsPanel } from './payouts-panel.tsx'
import { GuardsPanel, PairsPanel, SourcesPanel } from './rates-panel.tsx'
import { type PairRate, useBanks } from './use-banks.ts'

type Doing =
  | Readonly<{ kind: 'stop' | 'return'; what: Stoppable }>
  | Readonly<{ kind: 'rate'; pair: PairRate }>
  | Readonly<{ kind: 'stop bank' }>

/** How every bank and vendor does, and where our rates come from. */
export function BanksPage() {
  const { data, error } = useBanks()
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="grow text-title font-semibold tracking-tight">Banks and rates</h1>
        <Freshness />
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            <AccountsPanel
              banks={data}
              stop={(what) => setDoing({ kind: 'stop', what })}
              putBack={(what) => setDoing({ kind: 'return', what })}
            />
            <PayoutsPanel
              banks={data}
              stop={() => setDoing({ kind: 'stop bank' })}
              putBack={(what) => setDoing({ kind: 'return', what })}
            />
            <PairsPanel rates={data.rates} set={(pair) => setDoing({ kind: 'rate', pair })} />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            <FailuresPanel failures={data.failures} />
            <SourcesPanel rates={data.rates} />
            <GuardsPanel rates={data.rates} />
          </div>
        </div>
      )}
      {doing?.kind === 'stop' && <StopDialog what={doing.what} onClose={close} />}
      {doing?.kind === 'stop bank' && (
        <StopBankDialog banks={[...new Set(data?.payouts.map(({ bank }) => bank))]} onClose={close} />
      )}
      {doing?.kind === 'return' && <ReturnDialog what={doing.what} onClose={close} />}
      {doing?.kind === 'rate' && <RateDialog pair={doing.pair} onClose={close} />}
    </div>
  )
}
