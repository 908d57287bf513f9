import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { answerWithPasskey, askPeople, sayProblem } from '../shared/ask.ts'
import { Button } from '../shared/ui/button.tsx'
import { Mark } from '../shared/ui/mark.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'

type Asked = Readonly<{ options: PublicKeyCredentialRequestOptionsJSON }>

/** Where operators sign in, with the passkey that they have for the people process. */
export function SignInPage({ because }: Readonly<{ because: string | undefined }>) {
  const client = useQueryClient()
  const [problem, setProblem] = useState(because)
  const [isAsking, setIsAsking] = useState(false)
  const signIn = async () => {
    setIsAsking(true)
    setProblem(undefined)
    try {
      const { options } = await askPeople<Asked>('/people/v1/sessions/options', 'nothing')
      const credential = await answerWithPasskey(options)
      await askPeople('/people/v1/sessions', { client: 'browser', credential })
      await client.resetQueries()
    } catch (error) {
      setProblem(sayProblem(error as Error))
      setIsAsking(false)
    }
  }
  return (
    <main className="grid min-h-dvh place-items-center bg-bg p-4">
      <section className="grid w-full max-w-96 gap-4 rounded-panel border bg-surface p-6 shadow-panel">
        <span className="flex size-10 items-center justify-center rounded-panel bg-brand text-on-brand">
          <Mark size={24} />
        </span>
        <h1 className="text-title font-semibold tracking-tight">Operators’ console</h1>
        <p className="text-body text-muted">
          Sign in with your passkey. Members of a business use the dashboard.
        </p>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button look="primary" className="h-12 middle:h-10" disabled={isAsking} onClick={() => void signIn()}>
          <KeyRound size={16} aria-hidden />
          Sign in with a passkey
        </Button>
      </section>
    </main>
  )
}
