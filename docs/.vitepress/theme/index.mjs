/** VitePress's own theme, with colors of at least 4.5 : 1. */
import theme from 'vitepress/theme';
import './colors.css';

export default theme;
