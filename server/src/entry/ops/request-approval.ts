/** After something was asked for that takes two. */
export function printAsked(caseId: string): string[] {
  return [
    `Asked for as ${caseId}.`,
    'Nothing has changed yet: it takes another operator, with their own key.',
    `Next, by the other: npx afara ops show ${caseId}`,
    `                    npx afara ops approve ${caseId}`,
  ]
}
