/** How long a sell waits for its tokens. Its address is watched for ever; what comes later needs a decision. */
export const depositWindowMs = 24 * 60 * 60 * 1000
