/** In the top bar, where news that waits for its reader covers nothing. */
export const NEWS_PLACE = 'tw-news-place';
