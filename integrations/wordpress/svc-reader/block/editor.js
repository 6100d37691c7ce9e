/* The block in the editor. Needs no build step, so the plugin runs its own source. */
(function (wp) {
  const { createElement: el, Fragment, useEffect, useState } = wp.element;
  const { BlockControls, InspectorControls, useBlockProps } = wp.blockEditor;
  const components = wp.components;
  const { __, _n, sprintf } = wp.i18n;
  const site = window.svcReaderBlock || {};

  /**
   * Delay in ms after the last key press before a search starts. Each search counts toward the
   * quota.
   */
  const searchDelayMs = 400;

  /** The form for finding a book by title, author or ISBN. */
  function BookSearch({ onChoose, onCancel }) {
    const [text, setText] = useState('');
    const [state, setState] = useState({ books: [], message: '' });

    useEffect(() => {
      const search = text.trim();
      if (search.length < 2) {
        setState({ books: [], message: '' });
        return undefined;
      }
      let isCurrent = true;
      const timer = setTimeout(async () => {
        setState(({ books }) => ({ books, message: __('Searching …', 'svc-reader') }));
        const next = await find(search);
        if (isCurrent) setState(next);
      }, searchDelayMs);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [text]);

    return el(
      components.Placeholder,
      {
        icon: 'book-alt',
        label: __('Book', 'svc-reader'),
        instructions: __('Find a book by its title, author or ISBN.', 'svc-reader'),
      },
      el(components.TextControl, {
        label: __('Search books', 'svc-reader'),
        type: 'search',
        value: text,
        autoComplete: 'off',
        onChange: setText,
      }),
      onCancel &&
        el(
          components.Button,
          { variant: 'tertiary', onClick: onCancel },
          __('Cancel', 'svc-reader'),
        ),
      el('p', { role: 'status' }, state.message),
      state.books.length > 0 &&
        el(
          'ul',
          { className: 'svc-reader-results' },
          state.books.map((book) =>
            el(
              'li',
              { key: book.id },
              el(
                components.Button,
                { variant: 'secondary', onClick: () => onChoose(book) },
                book.cover && el('img', { src: book.cover, alt: '', loading: 'lazy' }),
                el('span', null, book.title, book.authors && el('small', null, book.authors)),
              ),
            ),
          ),
        ),
    );
  }

  async function find(search) {
    try {
      const path = wp.url.addQueryArgs('/svc-reader/v1/books', { search });
      const books = await wp.apiFetch({ path });
      const message =
        books.length === 0
          ? __('No books found.', 'svc-reader')
          : sprintf(
              /* translators: %d: Number of books. */
              _n('%d book found.', '%d books found.', books.length, 'svc-reader'),
              books.length,
            );
      return { books, message };
    } catch (error) {
      return { books: [], message: error.message || __('The search failed.', 'svc-reader') };
    }
  }

  /**
   * The reader. It stores and reports nothing and names no affiliate, so previews are not counted
   * as visits.
   */
  function Preview({ attributes }) {
    const { book, height, mode, theme } = attributes;
    const reader = el('svc-reader', {
      // Opening another book requires a new element.
      key: book,
      book,
      api: site.server,
      'api-key': site.key,
      deployment: site.deployment || undefined,
      mode: mode || undefined,
      theme: theme || undefined,
      consent: 'required',
      style: height ? { blockSize: `${height}px` } : undefined,
    });
    return el('div', { className: 'svc-reader-preview' }, el('div', { inert: '' }, reader));
  }

  function Settings({ attributes, setAttributes }) {
    const select = (name, label, options) =>
      el(components.SelectControl, {
        label,
        value: attributes[name],
        options: [{ value: '', label: __('Default', 'svc-reader') }, ...options],
        onChange: (value) => setAttributes({ [name]: value }),
      });
    return el(
      components.PanelBody,
      { title: __('Reader', 'svc-reader') },
      el(components.RangeControl, {
        label: __('Height in px', 'svc-reader'),
        value: attributes.height || undefined,
        min: 200,
        max: 2000,
        step: 10,
        allowReset: true,
        onChange: (height) => setAttributes({ height: height || 0 }),
      }),
      select('mode', __('Mode', 'svc-reader'), [
        { value: 'pages', label: __('Pages', 'svc-reader') },
        { value: 'scroll', label: __('Scroll', 'svc-reader') },
      ]),
      select('theme', __('Colors', 'svc-reader'), [
        { value: 'light', label: __('Light', 'svc-reader') },
        { value: 'dark', label: __('Dark', 'svc-reader') },
        { value: 'sepia', label: __('Sepia', 'svc-reader') },
        { value: 'contrast', label: __('Contrast', 'svc-reader') },
      ]),
      el(components.TextControl, {
        label: __('Affiliate', 'svc-reader'),
        help: __(
          'The partner who is credited with sales. Defaults to the site’s partner.',
          'svc-reader',
        ),
        value: attributes.affiliate,
        onChange: (affiliate) => setAttributes({ affiliate: affiliate.trim() }),
      }),
    );
  }

  function Edit({ attributes, setAttributes }) {
    const [isReplacing, setReplacing] = useState(false);
    const blockProps = useBlockProps({ className: 'svc-reader' });
    if (!site.server || !site.key) {
      return el('div', blockProps, el(NotSetUp));
    }
    const choose = ({ id, title }) => {
      setAttributes({ book: id, title });
      setReplacing(false);
    };
    if (!attributes.book || isReplacing) {
      const onCancel = attributes.book ? () => setReplacing(false) : null;
      return el('div', blockProps, el(BookSearch, { onChoose: choose, onCancel }));
    }
    return el(
      Fragment,
      null,
      el(
        BlockControls,
        { group: 'other' },
        el(
          components.ToolbarButton,
          { onClick: () => setReplacing(true) },
          __('Replace', 'svc-reader'),
        ),
      ),
      el(InspectorControls, null, el(Settings, { attributes, setAttributes })),
      el('div', blockProps, el(Preview, { attributes })),
    );
  }

  function NotSetUp() {
    return el(
      components.Placeholder,
      {
        icon: 'book-alt',
        label: __('Book', 'svc-reader'),
        instructions: site.settingsUrl
          ? __('Connect the site to your book server first.', 'svc-reader')
          : __('An administrator must connect the site to a book server first.', 'svc-reader'),
      },
      site.settingsUrl &&
        el(
          components.Button,
          { variant: 'primary', href: site.settingsUrl },
          __('Open the settings', 'svc-reader'),
        ),
    );
  }

  wp.blocks.registerBlockType('svc-reader/book', { edit: Edit, save: () => null });
})(window.wp);
