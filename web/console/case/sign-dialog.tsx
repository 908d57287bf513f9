import { KeyRound } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { ExactText } from './exact-text.tsx'

/** Shows the exact text before the passkey signs it. */
export function SignDialog({
  asked,
  title,
}: Readonly<{
  asked: Readonly<{ text: string; shortCode: string; sign: () => void; refuse: () => void }>
  /** What the text decides. */
  title: string
}>) {
  return (
    <Dialog title={title} onClose={asked.refuse}>
      <div className="grid gap-4">
        <ExactText text={asked.text} code={asked.shortCode} />
        <div className="flex gap-2">
          <Button look="primary" className="h-12 grow text-body middle:h-10" onClick={asked.sign}>
            <KeyRound size={16} aria-hidden />
            Sign with passkey
          </Button>
          <Button className="h-12 middle:h-10" onClick={asked.refuse}>
            Do not sign
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
