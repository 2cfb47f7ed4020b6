/** The figures both sides must agree on: the page counts down what the server enforces. */
export const resendSeconds = 60
export const codeLifetimeSeconds = 600
export const codeLength = 6
export const triesPerCode = 5
