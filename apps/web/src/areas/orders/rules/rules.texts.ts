export const texts = { zh: {}, en: {} };
