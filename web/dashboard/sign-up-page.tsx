import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { askPeople, type Business, createPasskey, type IssuedKey, sayProblem } from './ask-people.ts'
import { CardPage } from './card-page.tsx'
import { WelcomePage } from './welcome-page.tsx'

type SignedUp = Readonly<{ business: Business; key: IssuedKey }>
type Typed = Readonly<{ name: string; email: string; business_name: string; link_tag: string }>

/** Creates a person, a business and a test key with one form and one passkey. */
export function SignUpPage() {
  const [typed, setTyped] = useState<Typed>({ name: '', email: '', business_name: '', link_tag: '' })
  const [isTagTyped, setIsTagTyped] = useState(false)
  const linkTag = isTagTyped ? typed.link_tag : proposeTag(typed.business_name)
  const tag = useLinkTag(linkTag)
  const signUp = useMutation({ mutationFn: async () => createAccount({ ...typed, link_tag: linkTag }) })
  if (signUp.data !== undefined)
    return <WelcomePage business={signUp.data.business} issued={signUp.data.key} />
  const change = (field: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signUp.mutate()
  }
  return (
    <CardPage
      title="Create your account"
      lead="You get a test key at once. Test mode moves no real money, and needs no papers."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Your name" autoComplete="name" required value={typed.name} onChange={change('name')} />
        <Field
          label="Work email"
          type="email"
          autoComplete="email"
          required
          hint="We mail you a link to confirm it before you go live."
          value={typed.email}
          onChange={change('email')}
        />
        <Field
          label="Business name"
          autoComplete="organization"
          required
          value={typed.business_name}
          onChange={change('business_name')}
        />
        <Field
          label="Link tag"
          required
          spellCheck={false}
          autoCapitalize="none"
          hint="Your payment links carry it. You cannot change it later."
          note={tag.note}
          problem={tag.problem}
          value={linkTag}
          onChange={(event) => {
            setIsTagTyped(true)
            setTyped({ ...typed, link_tag: event.target.value.toLowerCase() })
          }}
        />
        {signUp.error !== null && <Problem>{sayProblem(signUp.error)}</Problem>}
        <Button type="submit" look="primary" className="h-11" disabled={signUp.isPending || !tag.isFree}>
          <KeyRound size={16} aria-hidden />
          {signUp.isPending ? 'Waiting for your passkey' : 'Create account with a passkey'}
        </Button>
        <p className="text-caption text-muted">
          A passkey is your fingerprint, face or PIN. There is no password to forget or to steal. Have an
          account?{' '}
          <a className="font-medium text-brand underline underline-offset-2" href="/login?next=/dashboard">
            Sign in
          </a>
        </p>
      </form>
    </CardPage>
  )
}

async function createAccount(typed: Typed): Promise<SignedUp> {
  const { sign_up_id: id, options } = await askPeople<{
    sign_up_id: string
    options: PublicKeyCredentialCreationOptionsJSON
  }>('/account/v1/sign-up/options', typed)
  const credential = await createPasskey(options)
  return askPeople<SignedUp>('/account/v1/sign-up', { ...typed, sign_up_id: id, credential })
}

const TYPING_MS = 250

/** Asks while the person types whether the tag is free. */
function useLinkTag(linkTag: string) {
  const [settled, setSettled] = useState(linkTag)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(linkTag), TYPING_MS)
    return () => clearTimeout(timer)
  }, [linkTag])
  const { data, error } = useQuery({
    queryKey: ['link-tag', settled],
    queryFn: async () =>
      askPeople<{ is_free: boolean; message: string }>(
        `/account/v1/link-tags/${encodeURIComponent(settled)}`,
      ),
    enabled: settled.length >= 3,
  })
  const isAnswered = settled === linkTag && linkTag.length >= 3
  const isFree = isAnswered && data?.is_free === true
  const problem = isAnswered && data?.is_free === false ? data.message : undefined
  return {
    isFree,
    problem: problem ?? (isAnswered ? error?.message : undefined),
    note: isFree ? `${linkTag} is free. You cannot change it later.` : undefined,
  }
}

/** Makes a tag of a name: "Ada Foods Ltd." becomes ada-foods-ltd. */
function proposeTag(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, 32)
    .replace(/-$/, '')
}
