import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { CasesPanel } from './cases-panel.tsx'
import { FloatPanel } from './float-panel.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import { FrozenPanel } from './frozen-panel.tsx'
import { ProofRow } from './proof-row.tsx'
import { RailsPanel } from './rails-panel.tsx'
import { TamperedNotice } from './tampered-notice.tsx'
import { useNowScreen } from './use-now-screen.ts'
import { WaitingPanel } from './waiting-panel.tsx'

/** Whether money moves, what proves that it is safe, and what needs somebody. */
export function NowPage() {
  const { data, error } = useNowScreen()
  const [isFreezing, setIsFreezing] = useState(false)
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 grow basis-80 text-title font-semibold tracking-tight">
          {data.verdict.sentence}
        </h1>
        <Freshness />
        <Button className="w-full text-bad! middle:w-auto" onClick={() => setIsFreezing(true)}>
          <Lock size={16} aria-hidden />
          Freeze…
        </Button>
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      {data.changed_rows.length > 0 && <TamperedNotice rows={data.changed_rows} />}
      <ProofRow proofs={data.proofs} />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_392px]">
        <div className="grid min-w-0 gap-4">
          <RailsPanel rails={data.rails} />
          <WaitingPanel waiting={data.waiting} />
        </div>
        <div className="grid min-w-0 gap-4">
          <CasesPanel cases={data.cases} total={Number(data.proofs.case_count)} />
          <FloatPanel floats={data.floats} />
          <FrozenPanel frozen={data.frozen} />
        </div>
      </div>
      {isFreezing && <FreezeDialog onClose={() => setIsFreezing(false)} />}
    </div>
  )
}
