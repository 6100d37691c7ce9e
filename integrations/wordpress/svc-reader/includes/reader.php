<?php
/**
 * The reader's markup, script and shortcode.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Handle of the reader's script and style sheet. */
const READER_HANDLE = 'svc-reader-element';

/** Registers the bundled script, the style sheet and the shortcode. */
function register_reader() {
	// WordPress before 6.3 copies only the URLs of scripts into the site editor's frame, so they are
	// not modules there.
	$file = is_admin() ? 'block/load-reader.js' : 'reader/svc-reader.js';
	wp_register_script( READER_HANDLE, plugins_url( $file, PLUGIN_FILE ), array(), VERSION, true );
	wp_register_style( READER_HANDLE, plugins_url( 'block/style.css', PLUGIN_FILE ), array(), VERSION );
	if ( ! is_admin() ) {
		add_filter( 'script_loader_tag', __NAMESPACE__ . '\load_as_module', 10, 3 );
	}
	add_shortcode( 'svc_reader', __NAMESPACE__ . '\render_shortcode' );
}

/**
 * Loads the reader's script as a module. WordPress before 6.5 has no function for this.
 *
 * @param string $tag    Script element.
 * @param string $handle Handle of the script.
 * @param string $url    URL of the script.
 */
function load_as_module( $tag, $handle, $url ) {
	if ( READER_HANDLE !== $handle ) {
		return $tag;
	}
	// phpcs:ignore WordPress.WP.EnqueuedResources.NonEnqueuedScript -- The script is enqueued.
	return '<script type="module" src="' . esc_url( $url ) . '" id="' . esc_attr( $handle ) . '-js"></script>' . "\n";
}

/**
 * Renders [svc_reader book="isbn:…" affiliate="…" height="600" mode="scroll" theme="sepia"].
 *
 * @param array<string, string>|string $attributes Attributes as written.
 */
function render_shortcode( $attributes ) {
	return render_reader( is_array( $attributes ) ? $attributes : array() );
}

/**
 * Returns a reader. Invalid values are ignored. If the book or the settings are missing, only users who can edit posts see
 * a message.
 *
 * @param array<string, mixed> $input   Untrusted `book`, `affiliate`, `height`, `mode` and `theme`.
 * @param string               $wrapper Escaped attributes of the container.
 */
function render_reader( array $input, $wrapper = 'class="svc-reader"' ) {
	$settings = get_settings();
	$book     = sanitize_book( $input['book'] ?? '' );
	if ( '' === $settings['server'] || '' === $settings['key'] ) {
		return render_notice( __( 'Enter the server and the publishable key in Settings → SVC Reader.', 'svc-reader' ) );
	}
	if ( '' === $book ) {
		return render_notice( __( 'Choose a book: its id, or isbn: followed by the ISBN.', 'svc-reader' ) );
	}
	wp_enqueue_script( READER_HANDLE );
	wp_enqueue_style( READER_HANDLE );

	$affiliate  = isset( $input['affiliate'] ) && is_string( $input['affiliate'] ) ? sanitize_affiliate( trim( $input['affiliate'] ) ) : '';
	$attributes = array(
		'book'       => $book,
		'key'        => $settings['key'],
		'api'        => $settings['server'],
		'deployment' => $settings['deployment'],
		'affiliate'  => '' === $affiliate ? $settings['affiliate'] : $affiliate,
		'mode'       => one_of( $input['mode'] ?? '', array( 'pages', 'scroll' ) ),
		'theme'      => one_of( $input['theme'] ?? '', array( 'light', 'dark', 'sepia', 'contrast', 'system' ) ),
		'style'      => height_style( $input['height'] ?? '' ),
	);
	/**
	 * Filters the attributes of `<svc-reader>`, for example to add `consent`. They are escaped later.
	 *
	 * @param array<string, string> $attributes Attributes. Empty ones are omitted.
	 */
	$attributes = apply_filters( 'svc_reader_attributes', $attributes );
	$markup     = '';
	foreach ( (array) $attributes as $name => $value ) {
		if ( is_string( $value ) && '' !== $value && preg_match( '/^[a-z-]+$/D', $name ) && 0 !== strpos( $name, 'on' ) ) {
			$markup .= sprintf( ' %s="%s"', $name, 'api' === $name ? esc_url( $value ) : esc_attr( $value ) );
		}
	}
	return sprintf(
		'<div %s><svc-reader%s><div class="svc-reader-text">%s</div><p class="svc-reader-link"><a href="%s">%s</a></p></svc-reader></div>',
		$wrapper,
		$markup,
		// Escaped again, because the cache is in the database.
		sanitize_text( get_first_page( $book, $settings['deployment'] ) ),
		esc_url( served_page_url( $book ) ),
		esc_html__( 'Read the book', 'svc-reader' )
	);
}

/**
 * Returns the URL of a book's page on the server, which works without scripts.
 *
 * @param string $book Book id or isbn:….
 */
function served_page_url( $book ) {
	$settings = get_settings();
	$query    = array_filter(
		array(
			'book'       => $book,
			'key'        => $settings['key'],
			'deployment' => $settings['deployment'],
		)
	);
	return $settings['server'] . '/v1/reader/embed?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
}

/**
 * Returns a value if it is allowed, otherwise an empty string.
 *
 * @param mixed    $value   Value.
 * @param string[] $allowed Allowed values.
 */
function one_of( $value, array $allowed ) {
	return in_array( $value, $allowed, true ) ? $value : '';
}

/**
 * Returns the style for a height in px, 200–2000, or an empty string for the default height.
 *
 * @param mixed $value Height.
 */
function height_style( $value ) {
	$height = is_scalar( $value ) ? (int) $value : 0;
	return $height >= 200 && $height <= 2000 ? "block-size: {$height}px" : '';
}

/**
 * Returns a message for users who can fix the problem. Visitors see nothing.
 *
 * @param string $message Message.
 */
function render_notice( $message ) {
	return current_user_can( 'edit_posts' ) ? '<p class="svc-reader-notice">' . esc_html( $message ) . '</p>' : '';
}
