/** Whether a body names an amount. The body itself is read then: a copy would not have the text of its numbers. */
export function hasAmount<Body extends Readonly<{ amount?: number | string }>>(
  body: Body,
): body is Body & Readonly<{ amount: number | string }> {
  return body.amount !== undefined
}
