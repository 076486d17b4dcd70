export const NAME = 'wish';
