import { ProposeDialog } from '../command-dialog.tsx'
import { useMode } from '../use-console.ts'
import type { Frozen } from './use-now-screen.ts'

/** Asks to lift a freeze. The case about a freeze of everything or of a business is live, whichever mode the screen shows. */
export function LiftDialog({ frozen, onClose }: Readonly<{ frozen: Frozen; onClose: () => void }>) {
  const mode = useMode()
  return (
    <ProposeDialog
      title={`Lift the freeze of ${frozen.name}`}
      args={['unfreeze', ...frozen.args]}
      caseMode={frozen.kind === 'network' || frozen.kind === 'bank' ? mode : 'live'}
      reasonLabel="What did you find?"
      reasonHint="The other operator reads this before they approve."
      says="Nothing changes when you propose. Once another operator approves, everything that waits is sent."
      onClose={onClose}
    />
  )
}
